// An id, cut in the middle: whole under the pointer, and copied whole.
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { shortId } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './Part.module.css';

type Props = {
  id: string;
  /** Names what is copied: "Copy Team ID". */
  copy: string;
  /** Where it leads, if anywhere. */
  to?: string;
};

export function StaffId({ id, copy, to }: Props) {
  const t = useText();
  return (
    <span className={classes.id}>
      <span className="mono" title={id}>
        {to ? (
          <Anchor component={Link} to={to} inherit>
            {shortId(id)}
          </Anchor>
        ) : (
          shortId(id)
        )}
      </span>
      <CopyButton value={id} label={copy} copiedLabel={t('action.copied')} size={28} />
    </span>
  );
}
