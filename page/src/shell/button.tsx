/** A button with words on it. */

import type { ButtonHTMLAttributes } from "preact";

interface ButtonProps extends Omit<ButtonHTMLAttributes, "type" | "onClick" | "children"> {
  text: string;
  press: () => unknown;
}

/** Unless its class says otherwise, it does not stand out. */
export function Button({ text, press, class: look = "quiet", ...more }: ButtonProps) {
  return (
    <button type="button" class={look} onClick={() => void press()} {...more}>
      {text}
    </button>
  );
}
