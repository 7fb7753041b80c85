// The frame of every staff page: way back, title row, content.
import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import frame from '../../components/Page.module.css';
import { useText } from '../../text/useText.ts';

type Props = { title: string; back?: string; actions?: ReactNode; children: ReactNode };

export function StaffPage({ title, back, actions, children }: Props) {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · Godwit ${t('staff.title')}`;
  }, [title, t]);
  return (
    <main id="content" className={frame.content} tabIndex={-1}>
      {back ? (
        <Anchor component={Link} to={back} underline="hover" className={frame.back}>
          <IconArrowLeft size={16} stroke={2} aria-hidden="true" />
          {t('action.back')}
        </Anchor>
      ) : null}
      <div className={frame.titleRow}>
        <h1 className={frame.title}>{title}</h1>
        {actions ? <div className={frame.actions}>{actions}</div> : null}
      </div>
      {children}
    </main>
  );
}
