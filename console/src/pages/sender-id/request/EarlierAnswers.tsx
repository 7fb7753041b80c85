// Offers the answers and the documents of the last request of the project.
import type { SenderIdRequest } from '@godwit/contract/senders';
import type { RequestStatus } from '@godwit/contract/verification';
import { Anchor, Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { readDocument } from '../../../api/requests.ts';
import { useAction } from '../../../components/form/useSubmit.ts';
import type { UploadControl } from '../../../components/form/useUpload.ts';
import { useText } from '../../../text/useText.ts';
import { NoteBox } from '../../../ui/NoteBox.tsx';
import { buttonFor } from '../../../ui/richText.tsx';
import type { RequestValues } from './draft.ts';

type NoteProps = {
  previous: SenderIdRequest | null;
  /** The form has no answers yet. */
  isEmpty: boolean;
  /** Fills in the answers of the last request. */
  onFill: () => void;
};

/**
 * Says that the answers of the last request are filled in, or offers them if it was approved: the next one is
 * for another name or country.
 */
export function EarlierNote({ previous, isEmpty, onFill }: NoteProps) {
  const t = useText();
  const texts: Partial<Record<RequestStatus, () => ReactNode>> = {
    REJECTED: () => t('sender.filledAgain'),
    WITHDRAWN: () => t('sender.filledWithdrawn'),
    APPROVED: () =>
      isEmpty && t.rich('sender.offerEarlier', { sender: previous!.sender_id, use: buttonFor(onFill) }),
  };
  const text = previous && texts[previous.status]?.();
  if (!text) return null;
  return (
    <Box mb={24}>
      <NoteBox tone="info">{text}</NoteBox>
    </Box>
  );
}

/** A document of the last request; `isConsent`: the consent of its owner. */
export type EarlierDocument = { id: string; name: string; isConsent: boolean };

/** The kept documents of the last request, if the new one is for the same owner. `prefix`: of its consent. */
export function earlierDocuments(
  previous: SenderIdRequest | null,
  { legal_name, for_client }: Pick<RequestValues, 'legal_name' | 'for_client'>,
  prefix: string,
): EarlierDocument[] {
  if (previous?.legal_name !== legal_name.trim()) return [];
  return previous.documents
    .filter(({ kept }) => kept)
    .map(({ id, name }) => {
      const plain = name.startsWith(prefix) ? name.slice(prefix.length) : name;
      return { id, name: plain, isConsent: id === previous.consent_document };
    })
    .filter(({ isConsent }) => for_client || !isConsent);
}

type DocumentsProps = {
  documents: readonly EarlierDocument[];
  /** Two documents about the name, and the consent of its owner. */
  uploads: readonly UploadControl[];
};

/** Offers documents of the last request until they are added, or no field for them is empty. */
export function EarlierDocuments({ documents, uploads }: DocumentsProps) {
  const t = useText();
  const added = uploads.flatMap(({ upload }) => (upload.state === 'empty' ? [] : upload.file.name));
  const fieldFor = ({ isConsent }: EarlierDocument) =>
    (isConsent ? uploads.slice(2) : uploads.slice(0, 2)).find(({ upload }) => upload.state === 'empty');
  const offered = documents.filter((one) => !added.includes(one.name) && fieldFor(one));
  const { run, busy } = useAction({
    call: async (document: EarlierDocument) => fieldFor(document)?.choose(await readDocument(document)),
  });
  if (offered.length === 0) return null;
  return (
    <Stack gap={8}>
      <Text fw={500}>{t('sender.earlierDocuments')}</Text>
      <ul>
        {offered.map((one) => (
          <Text key={one.id} component="li" style={{ overflowWrap: 'anywhere' }}>
            {one.name}{' '}
            <Anchor
              component="button"
              type="button"
              inherit
              mih={24}
              disabled={busy}
              aria-label={t('sender.useDocument', { name: one.name })}
              onClick={() => run(one)}
            >
              {t('sender.useAgain')}
            </Anchor>
          </Text>
        ))}
      </ul>
    </Stack>
  );
}
