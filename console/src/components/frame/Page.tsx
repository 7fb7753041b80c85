// The frame of every signed-in page: TEST bar, banners, back link and title row.
import type { Mode } from '@godwit/contract/messages/statuses';
import { Anchor, Box, Button, Flex, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks';
import {
  type Icon,
  IconArchive,
  IconArrowLeft,
  IconChevronDown,
  IconChevronRight,
  IconShieldExclamation,
} from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatShortDay } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useMay, useProfile, useProjects, useSharedDialog } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { EmptyCard } from '../../ui/EmptyState.tsx';
import { linkTo } from '../../ui/richText.tsx';
import classes from './Page.module.css';
import { isBehind, useVisit } from './visited.ts';

type FrameProps = {
  title: string;
  /** The second part of the window title. */
  app?: string;
  /** Dimmed text beside the title, such as the project's name. */
  subtitle?: string | undefined;
  /** The target of 'Back', with its state. */
  back?: { to: string; state?: unknown };
  /** A breadcrumb to the parent list, instead of 'Back'. */
  trail?: { to: string; state?: unknown; label: string };
  /** The right side of the title row: the mode first, then the primary action. */
  actions?: ReactNode;
  /** Shown above everything else. */
  banners?: ReactNode;
  /** On phones, an open item fills the page and hides the title row and the banners. */
  fillsPhone?: boolean;
  children: ReactNode;
};

/** The line above the title. */
const LINE = { mih: 24, mb: 12, style: { alignItems: 'center', gap: 6 } };

/** A page for staff or customers. */
export function PageFrame({
  title,
  app = 'Godwit',
  subtitle,
  back,
  trail,
  actions,
  banners,
  fillsPhone = false,
  children,
}: FrameProps) {
  const t = useText();
  useDocumentTitle(`${title} · ${app}`);
  useVisit();
  const goBack = useGoBack();
  return (
    <Box
      component="main"
      id="content"
      tabIndex={-1}
      w="100%"
      maw="var(--content-width)"
      mx="auto"
      p={fillsPhone ? { base: 0, sm: '32px 24px 64px' } : { base: '24px 16px 40px', xs: '32px 24px 64px' }}
      style={{ outline: 'none' }}
    >
      {fillsPhone ? <Box visibleFrom="sm">{banners}</Box> : banners}
      {back ? <BackLink {...back} /> : null}
      {trail ? (
        <Flex component="nav" aria-label={t('page.trail')} c="dimmed" {...LINE}>
          <Anchor
            component={Link}
            to={trail.to}
            state={trail.state}
            underline="hover"
            onClick={goBack(trail.to)}
          >
            {trail.label}
          </Anchor>
          <IconChevronRight size={14} stroke={1.5} aria-hidden="true" />
          <span aria-current="page">{title}</span>
        </Flex>
      ) : null}
      <Group
        className={fillsPhone ? (classes.fills ?? '') : ''}
        justify="space-between"
        gap={12}
        mih={40}
        mb={{ base: 16, xs: 24 }}
      >
        <Title className={classes.title ?? ''}>
          {title}
          {subtitle ? (
            <Text span size="lg" lts={0} c="dimmed">
              {subtitle}
            </Text>
          ) : null}
        </Title>
        {actions ? (
          <Group gap={12} className={classes.actions ?? ''}>
            {actions}
          </Group>
        ) : null}
      </Group>
      {children}
    </Box>
  );
}

/**
 * Returns the handler of a link to a page. If the person came from that page, the link goes back to it.
 * Otherwise it opens the page.
 */
function useGoBack(): (to: string) => (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (to) => (event) => {
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (opensTab || !isBehind(to)) return;
    event.preventDefault();
    void navigate(-1);
  };
}

export function BackLink({ to, state }: { to: string; state?: unknown }) {
  const t = useText();
  const goBack = useGoBack();
  return (
    <Anchor
      component={Link}
      to={to}
      state={state}
      underline="hover"
      {...LINE}
      display="inline-flex"
      onClick={goBack(to)}
    >
      <IconArrowLeft size={16} aria-hidden="true" />
      {t('action.back')}
    </Anchor>
  );
}

type Props = Omit<FrameProps, 'app' | 'banners'> & {
  /** In TEST, shows the striped bar. Omit it on pages without a mode. */
  mode?: Mode;
  /** The page is about sending, so it tells an unverified team to verify its identity. */
  asksVerification?: boolean;
};

export function Page({ mode, asksVerification = false, ...page }: Props) {
  const banners = (
    <>
      {asksVerification ? <VerifyBanner isTest={mode === 'TEST'} /> : null}
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

const STRIPES = 'repeating-linear-gradient(-45deg, var(--test-fill) 0 12px, var(--test-deep) 12px 24px)';

// The bar that marks TEST. Its text is on a plain background, because stripes would be hard to read.
function TestBar() {
  const t = useText();
  return (
    <Box component="aside" mih={32} bg={STRIPES} aria-label={t('mode.testMode')}>
      <Box maw="var(--content-width)" mx="auto" px={{ base: 0, xs: 8 }}>
        <Group
          display="inline-flex"
          gap={12}
          wrap="nowrap"
          mih={32}
          py={5}
          px={16}
          bg="var(--test-deep)"
          c="#ffffff"
          fz={13}
        >
          <Text component="strong" inherit fw={600} lts="0.08em">
            {t('mode.test')}
          </Text>
          <Text span inherit visibleFrom="xs">
            {t('mode.barLong')}
          </Text>
          <Text span inherit hiddenFrom="xs">
            {t('mode.barShort')}
          </Text>
        </Group>
      </Box>
    </Box>
  );
}

// Shown on pages about sending until the identity is verified. In TEST it adds that this restricts nothing
// there.
function VerifyBanner({ isTest }: { isTest: boolean }) {
  const t = useText();
  const { id_verified, in_review_since: since } = useProfile();
  if (id_verified) return null;
  const link = linkTo(paths.verify);
  return (
    <Banner title={t('banner.title')} icon={IconShieldExclamation}>
      {since === null
        ? t.rich('banner.text', { link })
        : t.rich('banner.inReview', { day: formatShortDay(since), link })}
      {isTest ? <Box>{t('banner.test')}</Box> : null}
    </Banner>
  );
}

// Shown on pages of an archived project, which sends nothing.
function ArchivedBanner() {
  const t = useText();
  const { project } = useProjects();
  if (!project?.archived_at) return null;
  return (
    <Banner title={t('archived.title')} icon={IconArchive}>
      {t('archived.text')}
    </Banner>
  );
}

type BannerProps = { title: string; icon: Icon; children: ReactNode };

// On phones the banner is one line that expands, so that it does not push the content down.
function Banner({ title, icon: Icon, children }: BannerProps) {
  const phone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const textId = useId();
  const icon = (
    <Icon size={20} stroke={1.75} color="var(--warning)" style={{ flex: 'none' }} aria-hidden="true" />
  );
  if (phone) {
    return (
      <Box component="aside" aria-label={title} mb={16} bdrs={8} bg="var(--warning-soft)">
        <UnstyledButton
          w="100%"
          mih={44}
          p="10px 12px"
          bdrs={8}
          aria-expanded={opened}
          aria-controls={textId}
          onClick={() => setOpened(!opened)}
        >
          <Group gap={12} wrap="nowrap">
            {icon}
            <Text span inherit flex={1} fw={600}>
              {title}
            </Text>
            <IconChevronDown
              size={20}
              stroke={1.75}
              style={{ flex: 'none', rotate: opened ? '180deg' : '0deg' }}
              aria-hidden="true"
            />
          </Group>
        </UnstyledButton>
        <Box id={textId} className={classes.banner ?? ''} pl={44} pr={12} pb={12} hidden={!opened}>
          {opened ? children : null}
        </Box>
      </Box>
    );
  }
  return (
    <Flex component="aside" aria-label={title} gap={12} mb={24} p={16} bdrs={8} bg="var(--warning-soft)">
      {icon}
      <div className={classes.banner}>
        <Text fw={600}>{title}</Text>
        <Box mt={2}>{children}</Box>
      </div>
    </Flex>
  );
}

// The content of a page that needs a project if there is none.
export function NoProject() {
  const t = useText();
  const openDialog = useSharedDialog();
  if (!useMay('projects')) return <EmptyCard text={t('project.none')} />;
  const make = <Button onClick={() => openDialog('prompt')}>{t('project.promptTitle')}</Button>;
  return <EmptyCard text={t('project.prompt')} action={make} />;
}

// The content of a sending page if the person's role does not allow sending.
export function MayNotSend() {
  const t = useText();
  return <EmptyCard text={t('role.mayNotSend')} />;
}
