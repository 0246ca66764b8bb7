/** Photos are taken, chosen or dropped; what is read on them goes to the round that is open. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { t } from "../base/lazytexts";
import type { Key } from "../base/lazytexts";
import { isInTab } from "../base/place";
import { useFigures } from "../lab/parts";
import { isOnlyHere, LinkPicture, LinkTools } from "../seats/invitation";
import { Button } from "../shell/button";
import { Choice } from "../shell/choice";
import { working } from "./evening";
import type { PhotoData } from "./evening";
import { closeCamera, listen, openCamera, phone } from "./phone";
import { addPhotos } from "./photos";
import { into, puts } from "../base/putting";

/** What the service says of photos. */
interface About {
  reads: boolean;
  why: string;
  most_bytes: number;
}

/** Photos for the open round. */
export function PhotoButtons() {
  return (
    <Taking take={addPhotos}>
      <Phone />
    </Taking>
  );
}

interface TakingProps {
  take: (files: File[], shows: PhotoData["shows"]) => Promise<void>;
  children?: ComponentChildren;
}

/** Where photos are taken, chosen or dropped. */
export function Taking({ take, children }: TakingProps) {
  const shows = useSignal<PhotoData["shows"]>("table");
  const isOver = useSignal(false);
  const tooLarge = useSignal("");
  const { data } = useFigures<About>("/photo");
  if (data === null) return null;
  if (!data.reads) {
    // whoever has the page in a tab is their own host; at a server the host hears it from the server
    return (
      <p class="faint">
        {t("no_photos")} {isInTab && data.why}
      </p>
    );
  }
  const takeAll = (files: FileList | null | undefined) => {
    const large = [...(files ?? [])].find((file) => file.size > data.most_bytes && !isPicture(file));
    const most = Math.floor(data.most_bytes / 1_000_000);
    tooLarge.value = large === undefined ? "" : t("photo_too_large", { name: large.name, most });
    if (files != null && files.length > 0 && large === undefined) void take([...files], shows.value);
  };
  const input = (key: Key, isCamera: boolean) => (
    <label class="button" aria-disabled={working.value !== ""}>
      <input
        type="file"
        class="hidden"
        name={key}
        accept="image/*,.heic,.heif"
        multiple={!isCamera}
        disabled={working.value !== ""}
        {...(isCamera ? { capture: "environment" as const } : {})}
        onChange={(event) => {
          takeAll(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
      {t(key)}
    </label>
  );
  return (
    <section
      class="photo-buttons"
      aria-label={t("photos")}
      data-over={isOver.value}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={puts(isOver, false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        takeAll(event.dataTransfer?.files);
      }}
    >
      <Choice
        label={t("photo_shows")}
        name="shows"
        value={shows.value}
        values={(["table", "hand"] as const).map((each) => [each, t(`shows_${each}`)])}
        choose={into(shows)}
      />
      <div class="buttons">
        {input("take_photo", true)}
        {input("choose_photos", false)}
      </div>
      {children}
      <p class="faint">{t("photo_how")}</p>
      <p role="status">{working.value}</p>
      {tooLarge.value !== "" && <p role="alert">{tooLarge.value}</p>}
    </section>
  );
}

/** Whether the browser makes a picture smaller before it is sent. */
function isPicture(file: File): boolean {
  return /^image\/(jpeg|png|webp|gif|avif|bmp)$/.test(file.type);
}

/** The link for a phone that is to take the photos. */
function Phone() {
  useEffect(listen, []);
  const link = phone.value;
  if (link === null) return <Button class="" text={t("use_phone")} press={openCamera} />;
  return (
    <div class="invitation phone-link">
      <LinkPicture link={link} />
      <div class="stack">
        <p>{t("phone_how")}</p>
        <LinkTools link={link} />
        {!isOnlyHere(link.url) && (
          <p class="faint">{t("phone_trouble", { address: new URL(link.url).host })}</p>
        )}
        <Button text={t("phone_done")} press={closeCamera} />
      </div>
    </div>
  );
}
