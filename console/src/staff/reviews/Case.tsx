// One request of a queue: who submitted it, its facts and documents, earlier requests, and the decision.
import type { SlipCase } from '@godwit/contract/staff/payments';
import type { IdentityCase, SenderCase, StaffDocument } from '@godwit/contract/staff/reviews';
import { Anchor, Box, Button, Flex, Group, Text, Title } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useContext, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../../components/form/useSubmit.ts';
import { lazyPart } from '../../components/lazyPart.ts';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { formatBytes, formatDay, formatInstant } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { openDocument, type ReviewKind } from '../api/reviews.ts';
import { staffPaths } from '../paths.ts';
import { FactGrid, type FactRow } from '../shell/StaffPage.tsx';
import type { Opened } from './DocumentViewer.tsx';
import { EvidenceLine } from './EvidenceLine.tsx';
import { InlineDocuments } from './inlineDocuments.ts';

/** A request that staff approve or reject. */
export type AnyCase = IdentityCase | SenderCase;

/** Loads a request. `show` displays a newer version and reloads the queues and counts, like `refresh`. */
export function useCase<Data>(kind: ReviewKind, query: UseQueryOptions<Data>) {
  const queries = useQueryClient();
  const found = useQuery(query);
  const refresh = () => {
    queries.invalidateQueries({ queryKey: ['staff', kind] });
    queries.invalidateQueries({ queryKey: ['staff', 'counts'] });
  };
  const show = (newer: Data) => {
    queries.setQueryData(query.queryKey, newer);
    refresh();
  };
  return { ...found, show, refresh };
}

const SPACE = { base: 16, sm: 24 };
/** Names and reasons can be long. */
const BREAKS = { overflowWrap: 'anywhere' } as const;

/** A dimmed sentence. */
export const Note = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" style={BREAKS}>
    {children}
  </Text>
);

type CaseProps = {
  kind: ReviewKind;
  heading: string;
  request: AnyCase | SlipCase;
  facts: FactRow[];
  /** A warning above the facts. */
  notice?: ReactNode;
  /** Shows the request after the dates of a document were noted; left out if documents have none. */
  onNoted?: ((newer: SenderCase) => void) | undefined;
  children: ReactNode;
};

export function Case({ kind, heading, request, facts, notice, onNoted, children }: CaseProps) {
  const t = useText();
  const { id, team, email, submitted_at: submittedAt, documents } = request;
  const region: FactRow[] = 'region' in request ? [[t('field.region'), t(`region.${request.region}`)]] : [];
  const all: FactRow[] = [
    [
      t('field.team'),
      <Anchor key="team" component={Link} to={staffPaths.team(team.id)}>
        {team.name}
      </Anchor>,
    ],
    [t('field.email'), email || t('field.none'), 'wide'],
    ...region,
    ...facts,
  ];
  return (
    <Card padded={false}>
      <Box p={SPACE}>
        <Group justify="space-between" align="baseline" gap="4px 24px" mb={20}>
          <Title order={2} miw={0} style={BREAKS}>
            {heading}
          </Title>
          <Text span c="dimmed">
            {t('staff.review.submitted', { at: formatInstant(submittedAt) })}
          </Text>
        </Group>
        {notice ? <Box mb={20}>{notice}</Box> : null}
        <FactGrid facts={all} />
        <EarlierRequests kind={kind} earlier={'earlier' in request ? request.earlier : []} />
      </Box>
      <Box className="ruled" p={SPACE}>
        <Documents key={id} kind={kind} id={id} documents={documents} onNoted={onNoted} />
      </Box>
      <Box className="ruled" p={SPACE}>
        {children}
      </Box>
    </Card>
  );
}

const SHOWN_AT_ONCE = 3;

/** Named as other requests, because their states would read as that of this one. Many are folded. */
function EarlierRequests({ earlier, kind }: Pick<AnyCase, 'earlier'> & { kind: ReviewKind }) {
  const t = useText();
  if (earlier.length === 0) return null;
  const pathOf = kind === 'identity' ? staffPaths.identityCase : staffPaths.senderCase;
  return (
    <Box component="details" mt={20} style={BREAKS} open={earlier.length <= SHOWN_AT_ONCE}>
      <summary>{t('staff.review.earlierCount', { count: earlier.length })}</summary>
      <Box component="ul" mt={8} c="dimmed" aria-label={t('staff.review.earlier')}>
        {earlier.map(({ id, status, submitted_at: submittedAt, decided_at: decidedAt, reason, ...other }) => (
          <li key={id}>
            <Anchor component={Link} to={pathOf(id)} inherit>
              {t('staff.review.before', {
                date: formatDay(decidedAt ?? submittedAt),
                name: 'sender_id' in other ? other.sender_id : 'none',
                status: t(`staff.review.${status}`),
                reason: reason ?? 'none',
              })}
            </Anchor>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Shown while a request loads, or if it could not be loaded. */
export function CaseFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <LoadFailed error={error} onRetry={onRetry} />;
  return (
    <Card>
      <Box aria-busy="true" mih={320} />
    </Card>
  );
}

const DocumentViewer = lazyPart(() => import('./DocumentViewer.tsx'), 'DocumentViewer');
const EvidenceDialog = lazyPart(() => import('./EvidenceDialog.tsx'), 'EvidenceDialog');
const InlineDocument = lazyPart(() => import('./DocumentViewer.tsx'), 'InlineDocument');

type DocumentsProps = {
  kind: ReviewKind;
  id: string;
  documents: readonly StaffDocument[];
  onNoted?: ((newer: SenderCase) => void) | undefined;
};
const COLUMNS = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(260px, 1fr))',
  gap: 16,
};

/** The documents of a request. Each opens separately, because the audit log records each opening. */
function Documents({ kind, id, documents, onNoted }: DocumentsProps) {
  const t = useText();
  // The last opened document stays rendered while the viewer fades out.
  const [shown, setShown] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const openings = useRef(0);
  const isInline = useContext(InlineDocuments);
  const [noting, setNoting] = useState<{ document: StaffDocument; isOpen: boolean } | null>(null);

  async function open(document: StaffDocument): Promise<void> {
    const opening = ++openings.current;
    const file = await openDocument(kind, id, document);
    // Another document has been opened since.
    if (opening !== openings.current) return;
    setShown({ opening, name: document.name, file });
    setOpen(true);
  }

  if (documents.length === 0) return <Text c="dimmed">{t('staff.review.noDocuments')}</Text>;
  return (
    <>
      <Box component="ul" display="grid" style={COLUMNS} aria-label={t('field.documents')}>
        {documents.map((document) => (
          <Document
            key={document.id}
            document={document}
            onOpen={() => open(document)}
            onNote={onNoted ? () => setNoting({ document, isOpen: true }) : null}
          />
        ))}
      </Box>
      {noting && onNoted ? (
        <Suspense fallback={null}>
          <EvidenceDialog
            key={noting.document.id}
            {...{ id, document: noting.document, onNoted }}
            opened={noting.isOpen}
            onClose={() => setNoting({ ...noting, isOpen: false })}
          />
        </Suspense>
      ) : null}
      {shown ? (
        <Suspense fallback={null}>
          {isInline ? (
            <InlineDocument document={shown} />
          ) : (
            <DocumentViewer opened={isOpen} document={shown} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      ) : null}
    </>
  );
}

type DocumentProps = {
  document: StaffDocument;
  onOpen: () => Promise<void>;
  /** Opens the dialog for its kind and dates, which only documents of sender ids have. */
  onNote: (() => void) | null;
};

function Document({ document, onOpen, onNote }: DocumentProps) {
  const t = useText();
  const { run, busy } = useAction({ call: onOpen });
  const { name, label, size, type, kept, evidence } = document;
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
          {kept ? `${name}, ${formatBytes(size)}` : t('staff.review.notKept')}
        </Text>
        {onNote ? <EvidenceLine evidence={evidence ?? null} onNote={onNote} label={label || name} /> : null}
      </Box>
      {kept ? (
        <Button
          variant="outline"
          flex="none"
          // Not disabled while it loads, because the viewer returns the focus here when it closes.
          aria-busy={busy || undefined}
          aria-label={t('staff.review.open', { label: label || name })}
          onClick={() => run()}
        >
          {t('staff.review.openShort')}
        </Button>
      ) : null}
    </Flex>
  );
}
