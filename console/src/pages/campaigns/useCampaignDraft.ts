// The draft of a campaign with what is wrong in it, kept in the browser while it is written.
import { useEffect, useState } from 'react';
import { useProfile } from '../../session/context.ts';
import {
  type Draft,
  type DraftPlace,
  EMPTY_DRAFT,
  type Field,
  type FieldErrors,
  isEmpty,
  keepDraft,
  readDraft,
} from './draft.ts';

export type KeptDraft = {
  place: DraftPlace;
  draft: Draft;
  errors: FieldErrors;
  /** There is something to lose. */
  isKept: boolean;
  /** Changes what a field stands for; its error goes. */
  edit: (field: Field, part: Partial<Draft>) => void;
  setErrors: (errors: FieldErrors) => void;
  /** Forgets everything but the sender. */
  clear: () => void;
};

type Given = { projectId: string; source: string | null; initial: Draft };

export function useCampaignDraft({ projectId, source, initial }: Given): KeptDraft {
  const { id: personId } = useProfile();
  const [place] = useState<DraftPlace>({ personId, projectId, source });
  const [draft, setDraft] = useState(() => readDraft(place) ?? initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isKept = !isEmpty(draft);

  useEffect(() => keepDraft(place, isKept ? draft : null), [place, draft, isKept]);

  function edit(field: Field, part: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...part }));
    setErrors(({ [field]: _mended, ...others }) => others);
  }
  function clear(): void {
    setDraft(({ from }) => ({ ...EMPTY_DRAFT, from }));
    setErrors({});
  }
  return { place, draft, errors, isKept, edit, setErrors, clear };
}
