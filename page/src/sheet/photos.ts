/** Photos on their way to the open round: made ready here, read by the service. */

import { language } from "../base/settings";
import { t } from "../base/lazytexts";
import { answerOf, Refusal } from "../service/link";
import { notice, tell } from "../service/store";
import { SLOW_MS, request } from "../tab/carrier";
import { next, place, roundScore, working } from "./evening";
import type { DraftData, PhotoData, Picture } from "./evening";

const LONGEST = 4096; // pixels that the service reads
const LONGEST_SHOWN = 2048;
const QUALITY = 0.92;

/** Have photos read and put them to the open round, one after the other. */
export async function addPhotos(files: Iterable<File>, shows: PhotoData["shows"]): Promise<void> {
  const at = place.value;
  for (const file of files) {
    working.value = t("reading_photo", { name: file.name });
    try {
      const picture = await prepared(file);
      const part = await readPhoto(picture.file, shows);
      if (place.value !== at || !(await put(part, picture, file.name))) return;
    } catch (error) {
      tell(error instanceof Refusal ? new Refusal(error.code, `${file.name}: ${error.message}`) : error);
      return;
    } finally {
      working.value = "";
    }
  }
}

/** Put what was read on a photo to the open round; whether it is there now. */
export async function put(part: DraftData, picture: Picture, name: string): Promise<boolean> {
  if (part.cards.length > 0 && !isThere(part)) {
    return next([{ do: "join", part }], (all) => [...all, picture]);
  }
  const text =
    part.cards.length > 0 ? t("same_photo", { name }) : `${name}: ${part.photos[0]?.advice[0] ?? ""}`;
  notice.value = { kind: "refusal", text };
  return false;
}

/** Whether a photo was read for this round already: the same marks at the same places. */
function isThere(part: DraftData): boolean {
  const outlines = JSON.stringify(part.photos[0]?.outlines);
  const photos = roundScore.value?.draft.photos ?? [];
  return photos.some((each) => JSON.stringify(each.outlines) === outlines);
}

/** Have a photo read; with the code of a camera it goes to the desk that opened it, too. */
export async function readPhoto(file: Blob, shows: string, camera?: string): Promise<DraftData> {
  const headers = {
    // the service looks at the content of other files, and answers what is wrong with them
    "content-type": file.type.startsWith("image/") ? file.type : "application/octet-stream",
    "accept-language": language.value,
    ...(camera !== undefined && { camera }),
  };
  return answerOf(await request(`/photo?shows=${shows}`, { method: "POST", headers, body: file }, SLOW_MS));
}

/**
 * A photo turned upright and not larger than is read, without what the camera added: where it was
 * taken does not leave this window. What this browser cannot show, such as HEIC, is sent as it is.
 */
export async function prepared(file: Blob): Promise<Picture> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return { bitmap: null, file };
  }
  const large = draw(bitmap, LONGEST);
  const jpeg = await new Promise<Blob | null>((resolve) => large.toBlob(resolve, "image/jpeg", QUALITY));
  const small = await createImageBitmap(draw(bitmap, LONGEST_SHOWN));
  bitmap.close();
  return { bitmap: small, file: jpeg ?? file };
}

function draw(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
