// The profiles of one-time codes of a project: a sender, texts and limits under a name.
import type { VerifyProfile } from '@godwit/contract/publicApi/verifyProfiles';
import { may } from '@godwit/contract/roles';
import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { codeProfilesQuery, deleteCodeProfile } from '../../api/codes.ts';
import { useConfirm } from '../../components/dialog/Confirm.tsx';
import { lazyPart } from '../../components/lazyPart.ts';
import { List } from '../../components/list/List.tsx';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { toastSuccess } from '../../components/toast/toast.ts';
import { WorkedExample } from '../../components/WorkedExample.tsx';
import { formatCount, formatPrice } from '../../format.ts';
import { useTeam } from '../../session/context.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';
import { Section } from '../../ui/Section.tsx';
import { languageOf, requestOf } from './codeProfile.ts';
import { useShownProject } from './shownProject.ts';

const ProfileDialog = lazyPart(() => import('./CodeProfileForm.tsx'), 'ProfileDialog');
const PreviewDialog = lazyPart(() => import('./CodeProfilePreview.tsx'), 'PreviewDialog');

export function CodeProfiles() {
  const t = useText();
  const { id: projectId, role } = useShownProject();
  const mayChange = may(role, 'projects');
  const found = useQuery(codeProfilesQuery(projectId));
  // The dialogs stay mounted after they were opened once, so they can fade out.
  const [opened, setOpened] = useState<'form' | 'preview' | null>(null);
  const [formOf, setFormOf] = useState<{ profile: VerifyProfile | null; count: number } | null>(null);
  const [shown, setShown] = useState<VerifyProfile | null>(null);
  function openForm(profile: VerifyProfile | null): void {
    setFormOf((last) => ({ profile, count: (last?.count ?? 0) + 1 }));
    setOpened('form');
  }
  function show(profile: VerifyProfile): void {
    setShown(profile);
    setOpened('preview');
  }
  const close = () => setOpened(null);
  const menu = (profile: VerifyProfile) => (
    <ProfileMenu
      profile={profile}
      mayChange={mayChange}
      onShow={() => show(profile)}
      onEdit={() => openForm(profile)}
    />
  );
  return (
    <Section
      title={t('codeProfiles.title')}
      text={t('codeProfiles.intro')}
      actions={
        mayChange ? (
          <Button variant="outline" onClick={() => openForm(null)}>
            {t('codeProfiles.add')}
          </Button>
        ) : null
      }
    >
      <List
        label={t('codeProfiles.title')}
        found={{ ...found, data: found.data && { results: found.data } }}
        rowKey={({ id }) => id}
        stacked={(profile) => <Stacked profile={profile} menu={menu(profile)} />}
        empty={t('codeProfiles.none')}
        emptyAction={
          <WorkedExample
            text={t('codeProfiles.example')}
            code={requestOf(projectId, { name: 'Payments', from: '', texts: null })}
          />
        }
      />
      <Suspense fallback={null}>
        {formOf ? (
          <ProfileDialog
            key={formOf.count}
            profile={formOf.profile}
            opened={opened === 'form'}
            onClose={close}
          />
        ) : null}
        {shown ? <PreviewDialog profile={shown} opened={opened === 'preview'} onClose={close} /> : null}
      </Suspense>
    </Section>
  );
}

const languagesOf = ({ texts }: VerifyProfile, t: Translate): string =>
  texts === null
    ? t('codeProfiles.usual')
    : Object.keys(texts)
        .map((locale) => languageOf(locale, t))
        .join(', ');

function Name({ profile }: { profile: VerifyProfile }) {
  const t = useText();
  return (
    <Group gap="4px 12px" miw={0}>
      <Text span inherit fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {profile.name}
      </Text>
      {profile.is_default ? (
        <Pill tone="info" icon={IconCheck}>
          {t('codeProfiles.isDefault')}
        </Pill>
      ) : null}
    </Group>
  );
}

function Stacked({ profile, menu }: { profile: VerifyProfile; menu: ReactNode }) {
  const t = useText();
  const { currency_symbol: symbol } = useTeam().region;
  const { from, max_price: price, daily_cap: cap } = profile;
  const facts = [
    [t('codeProfiles.sender'), from ?? t('codeProfiles.perStart')],
    [t('codeProfiles.texts'), languagesOf(profile, t)],
    [t('codeProfiles.priceHead'), price === null ? t('codeProfiles.noLimit') : formatPrice(price, symbol)],
    [t('codeProfiles.capHead'), cap === null ? t('codeProfiles.noLimit') : formatCount(cap)],
  ];
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap={12}>
      <div style={{ minWidth: 0 }}>
        <Name profile={profile} />
        <Text mt={4} fz={13} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}
        </Text>
      </div>
      {menu}
    </Group>
  );
}

type MenuProps = { profile: VerifyProfile; mayChange: boolean; onShow: () => void; onEdit: () => void };

function ProfileMenu({ profile: { id, name }, mayChange, onShow, onEdit }: MenuProps) {
  const t = useText();
  const { id: projectId } = useShownProject();
  const queries = useQueryClient();
  const [confirm, dialog] = useConfirm();
  const refresh = () => queries.invalidateQueries({ queryKey: codeProfilesQuery(projectId).queryKey });
  const remove = () =>
    confirm({
      title: t('codeProfiles.remove'),
      text: [t('codeProfiles.removeText', { name }), t('codeProfiles.removeNext')],
      ...{ action: t('action.remove'), busyLabel: t('action.removing') },
      call: async () => {
        await deleteCodeProfile(projectId, id);
        toastSuccess(t('codeProfiles.removed'));
        await refresh();
      },
      onLost: () => void refresh(),
    });
  const changes = [
    { label: t('codeProfiles.edit'), icon: IconPencil, onClick: onEdit },
    { label: t('codeProfiles.remove'), icon: IconTrash, danger: true, onClick: remove },
  ];
  return (
    <>
      <RowMenu
        name={name}
        actions={[
          { label: t('codeProfiles.show'), icon: IconEye, onClick: onShow },
          ...(mayChange ? changes : []),
        ]}
      />
      {dialog}
    </>
  );
}
