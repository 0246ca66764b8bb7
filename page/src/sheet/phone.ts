/** A phone as the camera of this sheet: its photos are read by the service, and fetched here. */

import { signal } from "@preact/signals";
import { passing } from "../base/browser";
import { t } from "../base/lazytexts";
import type { ShareLink } from "../seats/invitation";
import { post, Refusal } from "../service/link";
import { tell } from "../service/store";
import { evening, open, place, roundScore } from "./evening";
import type { DraftData } from "./evening";
import { prepared, put } from "./photos";

const KEY = "dealt.camera";
const ASKING_MS = 1_000;

interface Shot {
  number: number;
  draft: DraftData;
  /** Its file, in base 64. */
  photo: string;
}

interface CameraData {
  photos: Shot[];
  key: string;
  link: string;
  picture: ShareLink["picture"];
}

/** The link for the phone, and what this window fetches its photos with. */
interface PhoneLink extends ShareLink {
  key: string;
  /** The number of the last photo that was fetched. */
  got: number;
}

export const phone = signal<PhoneLink | null>(remembered());

function remembered(): PhoneLink | null {
  const text = passing.read(KEY);
  return text === null || text === "" ? null : (JSON.parse(text) as PhoneLink);
}

function remember(link: PhoneLink | null): void {
  phone.value = link;
  passing.write(KEY, link === null ? "" : JSON.stringify(link));
}

export async function openCamera(): Promise<void> {
  try {
    const { key, link: url, picture } = await asked({});
    remember({ key, url, picture, got: 0 });
  } catch (error) {
    tell(error);
  }
}

export function closeCamera(): void {
  remember(null);
}

function asked(more: { key?: string; got?: number }): Promise<CameraData> {
  const at = open.value ?? { round: 0, side: 0 };
  const title = t("round_of_side", { n: at.round + 1, name: evening.value.sides[at.side] ?? "" });
  const page = location.origin + location.pathname;
  return post<CameraData>("/camera", { title, page, ...more });
}

/** Fetch what comes from the phone as long as the round is open; what ends that comes back. */
export function listen(): () => void {
  let isOver = false;
  const again = async () => {
    await fetchShots();
    if (!isOver) window.setTimeout(() => void again(), ASKING_MS);
  };
  void again();
  return () => {
    isOver = true;
  };
}

async function fetchShots(): Promise<void> {
  const link = phone.value;
  if (link === null || roundScore.value === null) return; // it waits until there is a round to put it to
  try {
    const { photos } = await asked({ key: link.key, got: link.got });
    for (const shot of photos) await take(shot);
  } catch (error) {
    if (!(error instanceof Refusal)) return; // no connection; it comes back
    if (error.code === "unknown") remember(null);
    if (error.code !== "rate") tell(error);
  }
}

/** Put a photo of the phone to the open round; one that comes while another is opened stays. */
async function take({ number, draft, photo }: Shot): Promise<void> {
  const at = place.value;
  const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
  const picture = await prepared(new Blob([bytes]));
  const isThere = await put(draft, picture, t("photo_of_phone", { n: number }));
  const link = phone.value;
  if (link !== null && (isThere || place.value === at)) remember({ ...link, got: number });
}
