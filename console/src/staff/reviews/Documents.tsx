// The documents of a request. Each is opened on its own, since each opening is kept in the audit log.
import type { StaffDocument } from '@godwit/contract/staffReviews';
import { Box, Button, Flex, Text } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { later } from '../../components/later.ts';
import { useAction } from '../../components/useSubmit.ts';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { openDocument, type ReviewKind } from '../api/reviews.ts';
import type { Opened } from './DocumentViewer.tsx';

const DocumentViewer = later(async () => (await import('./DocumentViewer.tsx')).DocumentViewer);

type Props = { kind: ReviewKind; id: string; documents: readonly StaffDocument[] };
const COLUMNS = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(260px, 1fr))',
  gap: 16,
};

export function Documents({ kind, id, documents }: Props) {
  const t = useText();
  // What was last opened; stays while the viewer fades out.
  const [shown, setShown] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const openings = useRef(0);

  async function open(document: StaffDocument): Promise<void> {
    const opening = ++openings.current;
    const file = await openDocument(kind, id, document);
    // Another one has been asked for meanwhile.
    if (opening !== openings.current) return;
    setShown({ opening, name: document.name, file });
    setOpen(true);
  }

  if (documents.length === 0) return <Text c="dimmed">{t('staff.review.noDocuments')}</Text>;
  return (
    <>
      <Box component="ul" display="grid" style={COLUMNS} aria-label={t('field.documents')}>
        {documents.map((document) => (
          <Document key={document.id} document={document} onOpen={() => open(document)} />
        ))}
      </Box>
      {shown ? (
        <Suspense fallback={null}>
          <DocumentViewer opened={isOpen} document={shown} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Document({ document, onOpen }: { document: StaffDocument; onOpen: () => Promise<void> }) {
  const t = useText();
  const { run, busy } = useAction({ call: onOpen });
  const { name, label, size, type } = document;
  const Icon = type.startsWith('image/') ? IconPhoto : IconFileText;
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
        // Not disabled meanwhile: the focus comes back here when the viewer closes.
        aria-busy={busy || undefined}
        aria-label={t('staff.review.open', { label: label || name })}
        onClick={() => run()}
      >
        {t('staff.review.openShort')}
      </Button>
    </Flex>
  );
}
