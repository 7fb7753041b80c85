// After a failed check the first field at fault has the focus; once it is marked, which is with the next frame.

export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
