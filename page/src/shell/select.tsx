/** One of a list that opens. */

type Value = string | number | null;

interface SelectProps<T extends Value> {
  /** Where no label stands beside it. */
  label?: string;
  name?: string;
  value: T;
  values: readonly (readonly [T, string])[];
  choose: (value: T) => void;
}

export function Select<T extends Value>({ label, name, value, values, choose }: SelectProps<T>) {
  return (
    <select
      aria-label={label}
      name={name}
      value={`${value ?? ""}`}
      onChange={(event) => {
        const chosen = values[event.currentTarget.selectedIndex];
        if (chosen !== undefined) choose(chosen[0]);
      }}
    >
      {values.map(([each, text]) => (
        <option key={each} value={`${each ?? ""}`}>
          {text}
        </option>
      ))}
    </select>
  );
}
