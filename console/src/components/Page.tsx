// What every signed-in page begins with: TEST bar and banners, way back, title row; then its content.
import type { Mode } from '@godwit/contract/statuses';
import { Anchor, Button } from '@mantine/core';
import { IconArchive, IconArrowLeft, IconChevronRight, IconShieldExclamation } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useMay, useProfile, useProjectDialog, useProjects } from '../session/context.ts';
import { useText } from '../text/useText.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import classes from './Page.module.css';

type FrameProps = {
  title: string;
  /** What the window is called besides. */
  app?: string;
  /** Muted words beside the title, such as the project's name. */
  subtitle?: string;
  /** Where 'Back' leads, and what it carries. */
  back?: { to: string; state?: unknown };
  /** The list that this is a part of, in place of 'Back'. */
  trail?: { to: string; state?: unknown; words: string };
  /** The right end of the title row: mode switch first, then the primary action. */
  actions?: ReactNode;
  /** Above all. */
  banners?: ReactNode;
  children: ReactNode;
};

/** A page of staff or of customers. */
export function PageFrame({
  title,
  app = 'Godwit',
  subtitle,
  back,
  trail,
  actions,
  banners,
  children,
}: FrameProps) {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · ${app}`;
  }, [title, app]);
  return (
    <main id="content" className={classes.content} tabIndex={-1}>
      {banners}
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
  );
}

type Props = Omit<FrameProps, 'app' | 'banners'> & {
  /** TEST puts the striped bar on top; pages without a mode leave it out. */
  mode?: Mode;
  /** The two verification screens show no verification banner. */
  banner?: boolean;
};

export function Page({ mode, banner = true, ...page }: Props) {
  const banners = (
    <>
      {banner ? <VerifyBanner /> : null}
      {mode ? <ArchivedBanner /> : null}
    </>
  );
  return (
    <>
      {mode === 'TEST' ? <TestBar /> : null}
      <PageFrame {...page} banners={banners} />
    </>
  );
}

// The bar that makes TEST unmistakable; the words stand on a plain patch, never on the stripes.
function TestBar() {
  const t = useText();
  return (
    <aside className={classes.bar} aria-label={t('mode.testMode')}>
      <div className={classes.inner}>
        <p className={classes.patch}>
          <strong>{t('mode.test')}</strong>
          <span className={classes.long}>{t('mode.barLong')}</span>
          <span className={classes.short}>{t('mode.barShort')}</span>
        </p>
      </div>
    </aside>
  );
}

// Says that the identity is not verified, on every signed-in page, until it is.
function VerifyBanner() {
  const t = useText();
  const { id_verified } = useProfile();
  if (id_verified) return null;
  return (
    <aside className={classes.banner} aria-label={t('banner.title')}>
      <IconShieldExclamation size={20} stroke={1.75} className={classes.icon ?? ''} aria-hidden="true" />
      <div>
        <p className={classes.verifyBannerTitle}>{t('banner.title')}</p>
        <p className={classes.text}>
          {t.rich('banner.text', {
            link: (words) => (
              <Link key="link" to={paths.verify}>
                {words}
              </Link>
            ),
          })}
        </p>
      </div>
    </aside>
  );
}

// Says on pages of an archived project that it sends nothing any more.
function ArchivedBanner() {
  const t = useText();
  const { project } = useProjects();
  if (!project?.archived_at) return null;
  return (
    <aside className={classes.banner} aria-label={t('archived.title')}>
      <IconArchive size={20} stroke={1.75} className={classes.icon ?? ''} aria-hidden="true" />
      <div>
        <p className={classes.verifyBannerTitle}>{t('archived.title')}</p>
        <p className={classes.text}>{t('archived.text')}</p>
      </div>
    </aside>
  );
}

// What a page shows that needs a project while there is none.
export function NoProject() {
  const t = useText();
  const openDialog = useProjectDialog();
  if (!useMay('projects')) {
    return (
      <Card padded={false}>
        <EmptyState text={t('project.none')} />
      </Card>
    );
  }
  return (
    <Card padded={false}>
      <EmptyState
        text={t('project.prompt')}
        action={<Button onClick={() => openDialog('prompt')}>{t('project.promptTitle')}</Button>}
      />
    </Card>
  );
}

// What a page for sending shows to somebody whose role only looks.
export function MayNotSend() {
  const t = useText();
  return (
    <Card padded={false}>
      <EmptyState text={t('role.mayNotSend')} />
    </Card>
  );
}
