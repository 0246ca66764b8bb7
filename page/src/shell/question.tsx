/** A question before something that others will notice. */

import { signal } from "@preact/signals";
import { t } from "../base/catalogue";
import { Dialog } from "./dialog";
import { Button } from "./button";

interface Question {
  title: string;
  text: string;
  yes: string;
  answer: (yes: boolean) => void;
}

const pending = signal<Question | null>(null);

/** Ask; whether the answer was yes. */
export function sure(question: Omit<Question, "answer">): Promise<boolean> {
  return new Promise((answer) => {
    pending.value = { ...question, answer };
  });
}

export function QuestionWindow() {
  const question = pending.value;
  if (question === null) return null;
  const close = (yes: boolean) => {
    pending.value = null;
    question.answer(yes);
  };
  return (
    <Dialog title={question.title} onClose={() => close(false)}>
      <div class="stack">
        <p>{question.text}</p>
        <div class="buttons">
          <Button class="main" text={question.yes} press={() => close(true)} />
          <Button text={t("cancel")} press={() => close(false)} />
        </div>
      </div>
    </Dialog>
  );
}
