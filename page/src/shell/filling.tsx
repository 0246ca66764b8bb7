/** Fields that have to be filled in: what is missing is said beside them, in the page's own words. */

import { t } from "../base/lazytexts";

interface NumberFieldProps {
  least: number;
  most: number;
  value: number | "";
  /** Gets a whole number, also one out of range; null: the field is empty. */
  set: (value: number | null) => void;
  placeholder: string;
  label?: string;
}

/** A whole number; if it is out of range its form is not sent, see `isFilledIn`. */
export function NumberField({ least, most, value, set, placeholder, label }: NumberFieldProps) {
  const isWrong = value !== "" && (value < least || value > most);
  return (
    <>
      <input
        type="number"
        min={least}
        max={most}
        aria-label={label}
        aria-invalid={isWrong}
        placeholder={placeholder}
        value={value}
        onInput={(event) => {
          const n = event.currentTarget.valueAsNumber;
          set(Number.isNaN(n) ? null : Math.round(n));
        }}
      />
      {isWrong && <small role="alert">{t("from_to", { least, most })}</small>}
    </>
  );
}

/** Whether nothing is wrong in a form; else the first field that is has the focus. */
export function isFilledIn(form: EventTarget | null): boolean {
  const wrong = (form as HTMLElement).querySelector<HTMLElement>('[aria-invalid="true"]');
  wrong?.closest("details")?.setAttribute("open", "");
  wrong?.focus();
  return wrong === null;
}
