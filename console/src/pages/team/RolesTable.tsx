// What each role may do: the table that the server goes by, to read.
import { type Action, may, ROLES, type Role } from '@godwit/contract/roles';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Section } from '../../ui/Section.tsx';
import { StackedRows } from '../../ui/StackedRows.tsx';
import classes from './RolesTable.module.css';

const ACTIONS: Action[] = [
  'read',
  'send',
  'contacts',
  'projects',
  'verification',
  'billing',
  'members',
  'owners',
];

// Below this the sentences and four columns do not fit.
const NARROW = '(max-width: 48em)';

export function RolesTable() {
  const t = useText();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const title = t('team.rolesTitle');
  const shared = { label: title, rows: ACTIONS, rowKey: (action: Action) => action, empty: null };
  const column = (role: Role): Column<Action> => ({
    id: role,
    head: t(`role.${role}`),
    width: '12%',
    cell: (action) =>
      may(role, action) ? (
        <IconCheck className={classes.yes ?? ''} size={18} stroke={2} role="img" aria-label={t('team.yes')} />
      ) : (
        <span className={classes.no}>{t('team.no')}</span>
      ),
  });
  return (
    <Section title={title}>
      {narrow ? (
        <StackedRows {...shared}>
          {(action) => (
            <>
              <strong className={classes.action}>{t(`may.${action}`)}</strong>
              <span className={classes.no}>
                {ROLES.filter((role) => may(role, action))
                  .map((role) => t(`role.${role}`))
                  .join(', ')}
              </span>
            </>
          )}
        </StackedRows>
      ) : (
        <DataTable
          {...shared}
          columns={[
            { id: 'action', head: t('team.action'), cell: (action) => t(`may.${action}`) },
            ...ROLES.map(column),
          ]}
        />
      )}
    </Section>
  );
}
