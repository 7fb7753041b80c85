// The frame of every signed-in page: TEST bar, verification banner, way back, title row, content.

import type { Mode } from '@godwit/contract/statuses';
import { Anchor } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useText } from '../text/useText.ts';
import { ArchivedBanner } from './ArchivedBanner.tsx';
import classes from './Page.module.css';
import { TestBar } from './TestBar.tsx';
import { VerifyBanner } from './VerifyBanner.tsx';

type Props = {
  title: string;
  /** Muted words beside the title, such as the project's name. */
  subtitle?: string;
  /** TEST puts the striped bar on top; pages without a mode leave it out. */
  mode?: Mode;
  /** Where 'Back' leads, and what it carries. */
  back?: { to: string; state?: unknown };
  /** The list that this is a part of, in place of 'Back'. */
  trail?: { to: string; state?: unknown; words: string };
  /** The right end of the title row: mode switch first, then the primary action. */
  actions?: ReactNode;
  /** The two verification screens show no verification banner. */
  banner?: boolean;
  children: ReactNode;
};

export function Page({ title, subtitle, mode, back, trail, actions, banner = true, children }: Props) {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · Godwit`;
  }, [title]);
  return (
    <>
      {mode === 'TEST' ? <TestBar /> : null}
      <main id="content" className={classes.content} tabIndex={-1}>
        {banner ? <VerifyBanner /> : null}
        {mode ? <ArchivedBanner /> : null}
        {back ? (
          <Anchor component={Link} to={back.to} state={back.state} underline="hover" className={classes.back}>
            <IconArrowLeft size={16} stroke={2} aria-hidden="true" />
            {t('action.back')}
          </Anchor>
        ) : null}
        {trail ? (
          <nav className={classes.trail} aria-label={t('page.trail')}>
            <Anchor component={Link} to={trail.to} state={trail.state} underline="hover">
              {trail.words}
            </Anchor>
            <IconChevronRight size={14} stroke={1.5} aria-hidden="true" />
            <span aria-current="page">{title}</span>
          </nav>
        ) : null}
        <div className={classes.titleRow}>
          <h1 className={classes.title}>
            {title}
            {subtitle ? <span className={classes.subtitle}>{subtitle}</span> : null}
          </h1>
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </div>
        {children}
      </main>
    </>
  );
}
