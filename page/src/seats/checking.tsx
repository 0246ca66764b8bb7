/** Whether a round was dealt as promised: the deal is repeated from its receipt. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { passing } from "../base/browser";
import { t } from "../base/lazytexts";
import type { Chance, ReceiptFrame } from "../protocol";
import { mySeats, say, table } from "../service/store";
import { deckOf } from "./deal";
import type { Receipt } from "./deal";
import { knownEntropy, promiseKey } from "./fair";
import { hashed } from "./sha256";

/** The verdict on the round that is over. */
export function DealCheck() {
  const verdict = useSignal(t("loading"));
  useEffect(() => {
    void checkDeal().then((text) => {
      verdict.value = text ?? t("not_connected");
    });
  }, []);
  return <p role="status">{verdict.value}</p>;
}

/** What is wrong with a receipt; null: it was dealt as promised. */
function wrongWith(receipt: Receipt, promised: Chance): string | null {
  const { table: name, match, round } = receipt;
  const dealer = hashed("dealer", name, `${match}`, `${round}`, receipt.seed);
  const before = passing.read(promiseKey(name, promised)) ?? promised.commitment;
  if (dealer !== before) return t("unfair_dealer");
  for (const [seat, entropy] of receipt.entropy.entries()) {
    const commitment = promised.commitments[seat] ?? null;
    const fits = entropy === null || hashed("player", name, `${match}`, `${round}`, entropy) === commitment;
    const isMine = mySeats.value.includes(seat) && commitment !== null;
    const ownEntropy = isMine ? (knownEntropy(name, promised) ?? entropy) : entropy;
    if (!fits || ownEntropy !== entropy) return t("unfair_seat", { n: seat + 1 });
  }
  return deckOf(receipt) === receipt.deck ? null : t("unfair_deck");
}

/** Have the receipt of the round that is over, deal again, and say what came of it. */
async function checkDeal(): Promise<string | null> {
  const promised = table.value?.chance ?? null;
  if (promised === null) return null;
  const { match, round } = promised;
  const frame = await say<ReceiptFrame>({ do: "dealing", match, round });
  if (frame === null) return null;
  const receipt = frame.receipt as unknown as Receipt;
  const parts = receipt.entropy.filter((one) => one !== null).length;
  return wrongWith(receipt, promised) ?? t("fair", { parts });
}
