/** Photos are taken, chosen or dropped; what is read on them goes to the round that is open. */

import { useSignal } from "@preact/signals";
import { t } from "../base/lazytexts";
import type { Key } from "../base/lazytexts";
import { isInTab } from "../base/place";
import { useFigures } from "../lab/parts";
import { Choice } from "../shell/choice";
import { working } from "./evening";
import type { PhotoData } from "./evening";
import { addPhotos } from "./photos";

interface About {
  reads: boolean;
  why: string;
  most_bytes: number;
}

export function PhotoButtons() {
  const shows = useSignal<PhotoData["shows"]>("table");
  const isOver = useSignal(false);
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
  const take = (files: FileList | null | undefined) => {
    if (files != null && files.length > 0) void addPhotos([...files], shows.value);
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
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (files.length > 0) void addPhotos(files, shows.value);
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
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files);
      }}
    >
      <Choice
        label={t("photo_shows")}
        name="shows"
        value={shows.value}
        values={(["table", "hand"] as const).map((each) => [each, t(`shows_${each}`)])}
        choose={(each) => {
          shows.value = each;
        }}
      />
      <div class="buttons">
        {input("take_photo", true)}
        {input("choose_photos", false)}
      </div>
      <p class="faint">{t("photo_how")}</p>
      <p role="status">{working.value}</p>
    </section>
  );
}
