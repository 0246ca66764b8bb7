/** A window within the page: the browser keeps the focus in it, and Escape closes it. */

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../base/catalogue";
import { Button } from "./button";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="dialog">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button text={t("close")} press={() => element.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
