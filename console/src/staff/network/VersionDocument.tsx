// The whole document of a version, to be read: a difference may be shortened.
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { useText } from '../../text/useText.ts';
import { LoadingCard } from '../../ui/Card.tsx';
import { versionQuery } from '../api/network.ts';

export function VersionDocument({ number }: { number: number }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        // Compensates the padding of a subtle button at the start of a line on phones.
        ml={{ base: -14, xs: 0 }}
        aria-label={t('staff.network.showDocumentOf', { number })}
        onClick={() => setOpen(true)}
      >
        {t('staff.network.showDocument')}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('staff.network.documentOf', { number })}
        size="xl"
      >
        {isOpen ? <Loaded number={number} /> : null}
      </Dialog>
    </>
  );
}

function Loaded({ number }: { number: number }) {
  const t = useText();
  const found = useQuery(versionQuery(number));
  if (found.isError) return <LoadFailed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingCard heights={[160]} />;
  return (
    <Textarea
      readOnly
      label={t('staff.network.document')}
      description={t('staff.network.documentText')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      classNames={{ input: 'mono' }}
      autosize
      minRows={8}
      maxRows={24}
      spellCheck={false}
      value={JSON.stringify(found.data.document, null, 2)}
    />
  );
}
