/** What a phone shows that is the camera of a sheet on another screen. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Chip } from "../cards/card";
import { t, tn } from "../base/lazytexts";
import { answerOf } from "../service/link";
import { request } from "../tab/carrier";
import { language } from "../base/settings";
import { working } from "./evening";
import type { DraftData, PhotoData } from "./evening";
import { prepared, readPhoto } from "./photos";
import { Taking } from "./taking";

const ASKING_MS = 4_000;

interface Desk {
  title: string;
  is_away: boolean;
}

/** What became of a photo: what was read, or why it is not on the other screen. */
interface Sent {
  name: string;
  part: DraftData | null;
  trouble: string;
}

export function CameraScreen({ subject: code }: { subject: string }) {
  const desk = useSignal<Desk | null>(null);
  const trouble = useSignal("");
  const sent = useSignal<Sent[]>([]);
  useEffect(() => {
    let isOver = false;
    const again = async () => {
      try {
        desk.value = await deskOf(code);
        trouble.value = "";
      } catch (error) {
        trouble.value = reasonOf(error);
      }
      if (!isOver) window.setTimeout(() => void again(), ASKING_MS);
    };
    void again();
    return () => {
      isOver = true;
    };
  }, [code]);
  const take = async (files: File[], shows: PhotoData["shows"]) => {
    for (const file of files) {
      working.value = t("reading_photo", { name: file.name });
      const one: Sent = { name: file.name, part: null, trouble: "" };
      try {
        const { file: photo } = await prepared(file);
        one.part = await readPhoto(photo, shows, code);
      } catch (error) {
        one.trouble = reasonOf(error);
      }
      working.value = "";
      sent.value = [one, ...sent.value];
    }
  };
  return (
    <div class="camera">
      <h1>{t("camera_title")}</h1>
      {trouble.value !== "" && (
        <p class="warning" role="alert">
          {trouble.value}
        </p>
      )}
      {desk.value !== null && (
        <>
          <p class="lead">{t("camera_lead", { title: desk.value.title })}</p>
          {desk.value.is_away && <p class="warning">{t("camera_away")}</p>}
          <Taking take={take} />
        </>
      )}
      <div role="status">
        {sent.value.map((one, i) => (
          <SentPhoto key={sent.value.length - i} sent={one} />
        ))}
      </div>
    </div>
  );
}

function SentPhoto({ sent: { name, part, trouble } }: { sent: Sent }) {
  const cards = part?.cards ?? [];
  const advice = part?.photos[0]?.advice ?? [];
  return (
    <section class="sent" aria-label={name}>
      {cards.length > 0 && (
        <>
          <p>{tn("cards_sent", cards.length)}</p>
          <p class="meld-cards">
            {cards.map((card, i) => (
              <Chip key={i} face={card.face} />
            ))}
          </p>
        </>
      )}
      {(trouble === "" ? advice : [trouble]).map((line) => (
        <p key={line} class="warning">
          {name}: {line}
        </p>
      ))}
    </section>
  );
}

async function deskOf(camera: string): Promise<Desk> {
  return answerOf(await request("/camera", { headers: { camera, "accept-language": language.value } }));
}

/** Why something did not come about, in a line. */
function reasonOf(error: unknown): string {
  const isUnreached = error instanceof TypeError || !(error instanceof Error);
  return isUnreached ? t("not_connected") : error.message;
}
