/** A link to this table as it is handed on: shared, copied, or read by the camera of a phone. */

import { signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { passing } from "../base/browser";
import { canShare, copy, share } from "../base/sharing";
import { t } from "../base/lazytexts";
import type { Link } from "../protocol";
import { mySeats, say, table } from "../service/store";
import { Button } from "../shell/button";

export interface ShareLink {
  url: string;
  picture: Link["picture"];
}

/** The address of this page without what follows the sign of a fragment. */
function pageAddress(): string {
  return location.origin + location.pathname;
}

/** Make a link to the table that is shown; null: the service refused. */
async function makeLink(kind: Link["kind"]): Promise<ShareLink | null> {
  const answer = await say<Link>({ do: "invite", kind, page: pageAddress() });
  if (answer === null) return null;
  // at the service's own machine the network has another address for it
  const page = answer.origin === null ? pageAddress() : `${answer.origin}/`;
  return { url: `${page}#/join/${answer.code}`, picture: answer.picture };
}

function keyOf(table: string): string {
  return `dealt.link.${table}`;
}

/** The links that this window has made, so that a table has one to play and no more. */
const links = signal<Record<string, ShareLink>>({});

function linkOf(table: string): ShareLink | null {
  const link = links.value[table];
  if (link !== undefined) return link;
  const text = passing.read(keyOf(table));
  return text === null ? null : (JSON.parse(text) as ShareLink);
}

async function makeOnce(table: string): Promise<void> {
  if (linkOf(table) !== null) return;
  const link = await makeLink("player");
  if (link === null) return;
  passing.write(keyOf(table), JSON.stringify(link));
  links.value = { ...links.value, [table]: link };
}

/** The link of a table for friends is there from the beginning. */
export function Invitation({ subject }: { subject: string }) {
  useEffect(() => {
    void makeOnce(subject);
  }, [subject]);
  const link = linkOf(subject);
  if (link === null) return <p role="status">{t("loading")}</p>;
  return (
    <div class="invitation">
      <LinkPicture link={link} />
      <div class="stack">
        <p>{t("invite_text")}</p>
        <LinkTools link={link} />
      </div>
    </div>
  );
}

export function LinkPicture({ link }: { link: ShareLink }) {
  const { picture } = link;
  if (picture === null) return null;
  const size = `0 0 ${picture.size} ${picture.size}`;
  return (
    <svg class="qr" viewBox={size} role="img" aria-label={t("qr_code")} shape-rendering="crispEdges">
      <rect width={picture.size} height={picture.size} fill="#fff" />
      <path d={picture.path} fill="#000" />
    </svg>
  );
}

/** The link to be read, and what can be done with it. */
export function LinkTools({ link }: { link: ShareLink }) {
  const send = canShare() ? () => share({ title: "dealt", url: link.url }) : undefined;
  return (
    <>
      <CopyField text={link.url} label={t("invite")} send={send} />
      {isOnlyHere(link.url) && <p class="warning">{t("only_here")}</p>}
    </>
  );
}

/** Whether a link leads to this very machine, wherever it is opened. */
export function isOnlyHere(url: string): boolean {
  return /^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);
}

interface CopyFieldProps {
  text: string;
  label: string;
  /** Hands it on otherwise; false: that does not work. */
  send?: (() => Promise<boolean>) | undefined;
}

/** A text to be read and copied. */
export function CopyField({ text, label, send }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const copied = useSignal<"" | "copied" | "by_hand">("");
  const copyIt = async () => {
    if (field.current !== null) copied.value = (await copy(text, field.current)) ? "copied" : "by_hand";
  };
  const sendIt = async () => {
    if (send === undefined || !(await send())) await copyIt();
  };
  return (
    <>
      <input
        class="link"
        ref={field}
        readOnly
        aria-label={label}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="buttons">
        {send !== undefined && <Button class="main" text={t("share")} press={() => sendIt()} />}
        <Button
          class={send !== undefined ? "quiet" : "main"}
          text={t(copied.value === "copied" ? "copied" : "copy")}
          press={() => copyIt()}
        />
      </div>
      <p role="status">{copied.value === "by_hand" && t("copy_by_hand")}</p>
    </>
  );
}

/** Links to play, to watch, or to go on elsewhere. */
export function Invite() {
  const link = useSignal<(ShareLink & { kind: Link["kind"] }) | null>(null);
  const frame = table.value;
  const make = async (kind: Link["kind"]) => {
    const fresh = await makeLink(kind);
    if (fresh !== null) link.value = { ...fresh, kind };
  };
  const revoke = async (kind: Link["kind"]) => {
    if ((await say({ do: "revoke", kind })) !== null) link.value = null;
  };
  const current = link.value;
  return (
    <div class="stack">
      <div class="buttons">
        <Button class="main" text={t("invite_player")} press={() => make("player")} />
        <Button text={t("invite_watcher")} press={() => make("watcher")} />
        {mySeats.value.length > 0 && <Button text={t("invite_seat")} press={() => make("seat")} />}
      </div>
      {current !== null && (
        <>
          <p>{t(current.kind === "seat" ? "invite_seat_text" : "invite_text")}</p>
          <LinkTools key={current.url} link={current} />
          <LinkPicture link={current} />
          {frame?.host === true && (
            <div class="buttons">
              <Button text={t("invite_revoke")} press={() => revoke(current.kind)} />
            </div>
          )}
        </>
      )}
    </div>
  );
}
