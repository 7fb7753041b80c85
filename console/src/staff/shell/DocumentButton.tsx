// A button that shows the whole document of a version, to be read: a difference may be shortened.
import { Button, Textarea } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../components/dialog/Dialog.tsx';
import { LoadFailed } from '../../components/list/LoadFailed.tsx';
import { LoadingCard } from '../../ui/Card.tsx';

/** `button` is the text, `named` the name for screen readers, `text` a description of the document. */
type Props<Answer> = {
  query: UseQueryOptions<Answer>;
  labels: { button: string; named: string; title: string; field: string; text: string };
};

export function DocumentButton<Answer extends { document: unknown }>({ query, labels }: Props<Answer>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        // Compensates the padding of a subtle button at the start of a line on phones.
        ml={{ base: -14, xs: 0 }}
        aria-label={labels.named}
        onClick={() => setOpen(true)}
      >
        {labels.button}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={labels.title} size="xl">
        {isOpen ? <Loaded query={query} labels={labels} /> : null}
      </Dialog>
    </>
  );
}

function Loaded<Answer extends { document: unknown }>({ query, labels }: Props<Answer>) {
  const found = useQuery(query);
  if (found.isError) return <LoadFailed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingCard heights={[160]} />;
  return (
    <Textarea
      readOnly
      label={labels.field}
      description={labels.text}
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
