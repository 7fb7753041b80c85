// The documents of a request. Each is opened on its own, since each opening is kept in the audit log: pictures over the page, other
// files by being saved.
import type { StaffDocument } from '@godwit/contract/staffReviews';
import { Button } from '@mantine/core';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { useAction } from '../../components/useSubmit.ts';
import { saveFile } from '../../download.ts';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { openDocument, type ReviewKind } from '../api/reviews.ts';
import classes from './Case.module.css';

type Props = { kind: ReviewKind; id: string; documents: readonly StaffDocument[] };
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

  if (documents.length === 0) return <p className={classes.note}>{t('staff.review.noDocuments')}</p>;
  return (
    <>
      <ul className={classes.documents} aria-label={t('field.documents')}>
        {documents.map((document) => (
          <Document key={document.id} document={document} onOpen={() => open(document)} />
        ))}
      </ul>
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={shown?.name} size="auto">
        {shown ? <img className={classes.picture} src={shown.url} alt={shown.name} /> : null}
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
    <li className={classes.document}>
      <Icon size={28} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <span className={classes.label}>{label || name}</span>
      <span className={classes.file}>
        {name}, {formatBytes(size)}
      </span>
      <Button
        variant="outline"
        className={classes.open ?? ''}
        // Not disabled meanwhile: the focus comes back here when the picture closes.
        aria-busy={busy || undefined}
        aria-label={t(isPicture ? 'staff.review.open' : 'staff.review.save', { label: label || name })}
        onClick={() => run()}
      >
        {t(isPicture ? 'staff.review.openShort' : 'action.download')}
      </Button>
    </li>
  );
}
