/** Screens and windows that few come for: they are fetched when somebody asks for them. */

import { signal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "./catalogue";
import { Dialog } from "./dialog";
import { Masthead } from "../home/home";
import type { TableFrame } from "../protocol";
import { ownHand } from "../table/zones";
import type { AnyZone } from "../table/zones";

type Part = ComponentType<{ of: string }>;

/** What each of them is called in `lazy.ts`. */
const PARTS = {
  odds: "OddsScreen",
  values: "HandValues",
  history: "HistoryOf",
  sheet: "SheetScreen",
  cards: "Gallery",
  daily: "DailyScreen",
  learn: "LearnScreen",
  replay: "Replay",
  likings: "Likings",
  setup: "Setup",
  change: "ChangeSettings",
  rules: "RuleText",
} as const;
type Name = keyof typeof PARTS;
/** Those that look as what is there from the beginning. */
const PLAIN: readonly Name[] = ["history", "cards", "likings", "setup", "change", "rules"];
const brought = signal<Partial<Record<Name, Part>>>({});
const missing = signal(false);

let dressed: Promise<void> | null = null;

/** Fetch how these screens look. */
function dress(): Promise<void> {
  dressed ??= new Promise((done, fail) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = "later.css";
    sheet.onload = () => done();
    sheet.onerror = () => {
      dressed = null;
      fail(new Error(sheet.href));
    };
    document.head.append(sheet);
  });
  return dressed;
}

/** Fetch one of them, unless there is no connection. */
async function bring(at: Name): Promise<boolean> {
  try {
    missing.value = false;
    const [lazy] = await Promise.all([import("./lazy"), PLAIN.includes(at) ? undefined : dress()]);
    brought.value = { ...brought.value, [at]: lazy[PARTS[at]] };
  } catch {
    missing.value = true;
  }
  return !missing.value;
}

interface LaterProps {
  at: Name;
  of: string;
  /** What is done when it cannot be fetched. */
  missed?: () => void;
}

/** One of these parts: `of` says of what, such as of which game. */
export function Later({ at, of, missed }: LaterProps) {
  const Found = brought.value[at];
  useEffect(() => {
    if (Found === undefined) void bring(at).then((isThere) => isThere || missed?.());
  }, [at]);
  if (Found !== undefined) return <Found of={of} />;
  return <p role="status">{t(missing.value ? "not_connected" : "loading")}</p>;
}

/** One of these parts as a page of its own. */
export function LaterScreen({ at, of }: { at: Name; of: string }) {
  return (
    <div class="page">
      <Masthead />
      <main>
        <Later at={at} of={of} />
      </main>
    </div>
  );
}

/** A window with what was played at a table. */
export function HistoryButton({ frame }: { frame: TableFrame }) {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {t("history")}
      </button>
      {isOpen.value && (
        <Dialog
          title={frame.settings.label === "" ? t("history") : frame.settings.label}
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <Later at="history" of={`${frame.table} ${frame.match} ${frame.phase}`} />
        </Dialog>
      )}
    </>
  );
}

/** The game of which it is known what every hand is worth. */
const WITH_VALUES = "three-card-poker";

/** Beside the own hand at such a table: a button that shows what it is worth. */
export function LabButton({ frame, zones }: { frame: TableFrame; zones: readonly AnyZone[] }) {
  const isOpen = useSignal(false);
  const hand = ownHand(frame);
  const isHere = hand !== null && zones.some(({ id }) => id === hand.id);
  if (frame.settings.game !== WITH_VALUES || !isHere) return null;
  const model = frame.board?.facts?.find(({ code }) => code === "model")?.value ?? "";
  return (
    <>
      <button
        type="button"
        class="quiet exact-values"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {t("exact_values")}
      </button>
      {isOpen.value && (
        <Dialog
          title={t("exact_values")}
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <Later at="values" of={`${model}/${(hand.cards ?? []).join("")}`} />
        </Dialog>
      )}
    </>
  );
}

/** The ways from home to these screens. */
export function Besides() {
  return (
    <nav class="besides" aria-label={t("besides")}>
      <h2>{t("besides")}</h2>
      <ul>
        {(["penney", "three-card-poker"] as const).map((game) => (
          <li key={game}>
            <a href={`#/odds/${game}`}>{t(`odds_${game}`)}</a>{" "}
            <span class="faint">{t(`odds_${game}_what`)}</span>
          </li>
        ))}
        <li>
          <a href="#/sheet">{t("sheet_title")}</a> <span class="faint">{t("sheet_what")}</span>
        </li>
      </ul>
    </nav>
  );
}
