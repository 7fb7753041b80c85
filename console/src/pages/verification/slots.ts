// What is missing in the slots for documents: the first is required; the others are empty or have both, a name and a file.

import type { Upload } from '../../components/useUpload.ts';
import type { TextId } from '../../text/catalogue.ts';

export type Slot = { name: string; upload: Upload['state'] };
export type SlotErrors = { name?: TextId; file?: TextId };

/** The sentences of each slot, by what is at fault. */
export function slotErrors(slots: readonly Slot[]): SlotErrors[] {
  return slots.map(({ name, upload }, index) => {
    const named = name.trim() !== '';
    if (index > 0 && !named && upload === 'empty') return {};
    const file = fileError(upload);
    return { ...(named ? {} : { name: 'verify.nameRequired' }), ...(file ? { file } : {}) };
  });
}

function fileError(upload: Slot['upload']): TextId | null {
  if (upload === 'done') return null;
  return upload === 'sending' ? 'document.wait' : 'verify.idRequired';
}
