// An id to look at and to copy: cut in the middle in rows, whole elsewhere.
import { Flex } from '@mantine/core';
import { shortId } from '../format.ts';
import { useText } from '../text/useText.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import classes from './CopyId.module.css';

type Props = {
  id: string;
  /** Names what is copied: "Copy Message ID". */
  label: string;
  row?: boolean;
};

const ROW = { display: 'inline-flex', gap: 4, c: 'dimmed' };

export function CopyId({ id, label, row = false }: Props) {
  const t = useText();
  return (
    <Flex component="span" align="center" miw={0} fw={400} {...(row ? ROW : { gap: 8 })}>
      <span className="mono" title={row ? id : undefined}>
        {row ? shortId(id) : id}
      </span>
      <span className={row ? classes.copy : undefined}>
        <CopyButton value={id} label={label} copiedLabel={t('action.copied')} size={row ? 28 : 32} />
      </span>
    </Flex>
  );
}
