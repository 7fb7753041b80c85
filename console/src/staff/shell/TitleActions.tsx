// The actions of a title row: one filled button, one outlined button, and a menu with all others.
import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { useText } from '../../text/useText.ts';
import { FootBar } from '../../ui/FootBar.tsx';

export type Act = {
  label: string;
  icon: Icon;
  /** The name for screen readers, if the label alone does not tell what it is about. */
  named?: string;
  danger?: boolean;
  onClick: () => void;
};

type Props = {
  /** The filled button. */
  main: Act | null;
  /** The first one is an outlined button. */
  others: readonly Act[];
};

export function TitleActions({ main, others: [second, ...rest] }: Props) {
  const t = useText();
  if (!main && !second) return null;
  return (
    <FootBar>
      {rest.length > 0 ? <RowMenu text={t('nav.more')} actions={rest} /> : null}
      {second ? (
        <Button
          variant="outline"
          {...(second.named ? { 'aria-label': second.named } : {})}
          onClick={second.onClick}
        >
          {second.label}
        </Button>
      ) : null}
      {main ? (
        <Button {...(main.named ? { 'aria-label': main.named } : {})} onClick={main.onClick}>
          {main.label}
        </Button>
      ) : null}
    </FootBar>
  );
}
