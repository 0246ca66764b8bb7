/** One of a few: all of them stand in sight. */

interface ChoiceProps<T> {
  label: string;
  name: string;
  /** The chosen one; null: none yet. */
  value: T | null;
  values: readonly (readonly [T, string])[];
  choose: (value: T) => void;
  /** Whether this is still to be answered. */
  isOpen?: boolean;
  /** Its name stands elsewhere, too. */
  isUnlabelled?: boolean;
}

export function Choice<T extends string | number | boolean>(props: ChoiceProps<T>) {
  const { label, name, isOpen, isUnlabelled = false } = props;
  return (
    <fieldset class="choice" data-open={isOpen} {...(isUnlabelled ? { "aria-label": label } : {})}>
      {!isUnlabelled && <legend>{label}</legend>}
      {props.values.map(([value, text]) => (
        <label key={`${value}`}>
          <input
            type="radio"
            name={name}
            checked={props.value === value}
            onChange={() => props.choose(value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
