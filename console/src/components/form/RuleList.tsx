// The rules of a field, each with whether the typed text meets it.
import { Group, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPoint, IconX } from '@tabler/icons-react';
import { useText } from '../../text/useText.ts';

type Props = {
  /**
   * For the field's aria-describedby. Omit it if the list already is the field's description, whose label it
   * would replace.
   */
  id?: string;
  label?: string;
  typed: string;
  rules: readonly { text: string; holds: (typed: string) => boolean }[];
  /** Arranges the rules in two columns. An odd last one fills its line. */
  paired?: boolean;
};

const ICONS = {
  open: { Icon: IconPoint, color: 'dimmed' },
  met: { Icon: IconCheck, color: 'var(--success)' },
  unmet: { Icon: IconX, color: 'var(--danger)' },
};

const PAIRED = { display: 'grid', gridTemplateColumns: 'fit-content(60%) minmax(0, 1fr)' };
const ALONE = { gridColumn: '1 / -1' };

export function RuleList({ id, label, typed, rules, paired = false }: Props) {
  const t = useText();
  return (
    <Group
      id={id}
      component="ul"
      gap="4px 20px"
      mt={8}
      fz={13}
      aria-label={label}
      style={paired ? PAIRED : {}}
    >
      {rules.map(({ text: rule, holds }, index) => {
        const isAlone = paired && index % 2 === 0 && index === rules.length - 1;
        const state = typed === '' ? 'open' : holds(typed) ? 'met' : 'unmet';
        const { Icon, color } = ICONS[state];
        return (
          <Group key={rule} component="li" gap={6} wrap="nowrap" c={color} style={isAlone ? ALONE : {}}>
            <Icon size={16} style={{ flex: 'none' }} aria-hidden="true" />
            {state === 'open' ? (
              rule
            ) : (
              <>
                <span aria-hidden="true">{rule}</span>
                <VisuallyHidden>{t(state === 'met' ? 'rule.met' : 'rule.unmet', { rule })}</VisuallyHidden>
              </>
            )}
          </Group>
        );
      })}
    </Group>
  );
}
