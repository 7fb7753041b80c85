// The documents of a request. Each is opened on its own, since each opening is kept in the audit log: pictures over the page, other
// files by being saved.
import type { StaffDocument } from '@godwit/contract/staffReviews';
import { Box, Button, Flex, Text } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { useAction } from '../../components/useSubmit.ts';
import { saveFile } from '../../download.ts';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { openDocument, type ReviewKind } from '../api/reviews.ts';

type Props = { kind: ReviewKind; id: string; documents: readonly StaffDocument[] };
const COLUMNS = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(260px, 1fr))',
  gap: 16,
};

type Shown = { name: string; url: string };

export function Documents({ kind, id, documents }: Props) {
  const t = useText();
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.url) : undefined), [shown]);

  async function open(document: StaffDocument): Promise<void> {
    const file = await openDocument(kind, id, document);
    if (document.type.startsWith('image/')) setShown({ name: document.name, url: URL.createObjectURL(file) });
    else saveFile(file, document.name);
  }

  if (documents.length === 0) return <Text c="dimmed">{t('staff.review.noDocuments')}</Text>;
  return (
    <>
      <Box component="ul" display="grid" style={COLUMNS} aria-label={t('field.documents')}>
        {documents.map((document) => (
          <Document key={document.id} document={document} onOpen={() => open(document)} />
        ))}
      </Box>
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={shown?.name} size="auto">
        {shown ? (
          <Box
            component="img"
            display="block"
            maw="100%"
            mah="75vh"
            mx="auto"
            src={shown.url}
            alt={shown.name}
          />
        ) : null}
      </Dialog>
    </>
  );
}

function Document({ document, onOpen }: { document: StaffDocument; onOpen: () => Promise<void> }) {
  const t = useText();
  const { run, busy } = useAction({ call: onOpen });
  const { name, label, size, type } = document;
  const isPicture = type.startsWith('image/');
  const Icon = isPicture ? IconPhoto : IconFileText;
  return (
    <Flex
      component="li"
      align="center"
      gap={16}
      p={16}
      bg="var(--subtle)"
      bd="1px solid var(--hairline)"
      bdrs={8}
    >
      <Icon size={28} stroke={1.5} color="var(--muted)" style={{ flex: 'none' }} aria-hidden="true" />
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600}>{label || name}</Text>
        <Text fz={13} c="dimmed">
          {name}, {formatBytes(size)}
        </Text>
      </Box>
      <Button
        variant="outline"
        flex="none"
        // Not disabled meanwhile: the focus comes back here when the picture closes.
        aria-busy={busy || undefined}
        aria-label={t(isPicture ? 'staff.review.open' : 'staff.review.save', { label: label || name })}
        onClick={() => run()}
      >
        {t(isPicture ? 'staff.review.openShort' : 'action.download')}
      </Button>
    </Flex>
  );
}
