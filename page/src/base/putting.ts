/** Handlers that put a value into a signal. */

import type { Signal } from "@preact/signals";

/** Puts a value there, such as when a button is pressed. */
export function puts<T>(place: Signal<T>, value: T): () => void {
  return () => {
    place.value = value;
  };
}

/** Puts there what it gets. */
export function into<T>(place: Signal<T>): (value: T) => void {
  return (value) => {
    place.value = value;
  };
}

/** Puts there what is typed or chosen. */
export function typedInto(place: { value: string | null }): (event: { currentTarget: Field }) => void {
  return (event) => {
    place.value = event.currentTarget.value;
  };
}

type Field = HTMLInputElement | HTMLSelectElement;
