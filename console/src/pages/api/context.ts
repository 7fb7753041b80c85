// The state that all sections of the reference share: the OpenAPI description, the reader, the language and
// values of the samples, and the last message that was sent.
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type OpenApi, ownProjectQuery } from '../../api/reference.ts';
import { hasMarker, storedProjectId, subscribeToStorage } from '../../session/storage.ts';
import type { SampleLanguage } from './samples.ts';

export type Reference = {
  api: OpenApi;
  language: SampleLanguage;
  setLanguage: (language: SampleLanguage) => void;
  /** The values in samples: the reader's own, otherwise placeholders. */
  sampleValues: { projectId: string; key: string; callbackSecret: string };
  reader: Reader;
  /** The id of the last message that Try it sent, for samples that need an id. */
  messageId: string | null;
  setMessageId: (id: string) => void;
};

/** `hidden`: the user's role may not see keys. */
export type Reader =
  | { state: 'loading' }
  | { state: 'signedOut' }
  | { state: 'noProject' }
  | { state: 'hidden' | 'ready'; projectName: string };

export const ReferenceContext = createContext<Reference | null>(null);

/** Use only inside the reference. */
export function useReference(): Reference {
  const reference = useContext(ReferenceContext);
  if (!reference) throw new Error('useReference is only for sections of the reference');
  return reference;
}

const PLACEHOLDERS = {
  projectId: 'PROJECT_ID',
  key: 'TEST_API_KEY',
  callbackSecret: 'whsec_CALLBACK_SECRET',
};

/** Returns the reader and the values for samples. An expired session counts as signed out. */
export function useReader(): Pick<Reference, 'reader' | 'sampleValues'> {
  const marker = useSyncExternalStore(subscribeToStorage, hasMarker);
  const storedId = useSyncExternalStore(subscribeToStorage, storedProjectId);
  const { data, isPending } = useQuery({ ...ownProjectQuery(storedId), enabled: marker });
  if (marker && isPending) return { reader: { state: 'loading' }, sampleValues: PLACEHOLDERS };
  if (!marker || data === undefined) return { reader: { state: 'signedOut' }, sampleValues: PLACEHOLDERS };
  if (data === null) return { reader: { state: 'noProject' }, sampleValues: PLACEHOLDERS };
  const { project, callbackSecret } = data;
  const isHidden = project.api_key_test === '';
  return {
    reader: { state: isHidden ? 'hidden' : 'ready', projectName: project.name },
    sampleValues: {
      projectId: project.id,
      key: project.api_key_test || PLACEHOLDERS.key,
      callbackSecret: callbackSecret ?? PLACEHOLDERS.callbackSecret,
    },
  };
}

/** Masks secrets for display: `gk_test_••••`. The copy button copies them in full. Placeholders stay. */
export function masked(text: string, secrets: readonly string[]): string {
  const shown = (secret: string) => `${/^(?:[a-z]+_)*/.exec(secret)?.[0]}••••`;
  return secrets
    .filter((secret) => !Object.values(PLACEHOLDERS).includes(secret))
    .reduce((all, secret) => all.replaceAll(secret, shown(secret)), text);
}
