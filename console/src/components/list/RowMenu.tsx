// The menu with the actions of a row, or with the further ones of a page.
import { ActionIcon, Button, Menu } from '@mantine/core';
import { type Icon, IconChevronDown, IconDots } from '@tabler/icons-react';
import { type ComponentProps, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../text/useText.ts';

export type RowAction = { label: string; icon: Icon; danger?: boolean } & (
  | { to: string }
  | { onClick: () => void }
);

/** Names the row, or is the text of the button in place of its icon. */
type Named = { name: string } | { text: string };

type Props = Named & {
  actions: readonly RowAction[];
  /** A ref for the button, for example to give the focus back. */
  buttonRef?: ((button: HTMLButtonElement | null) => void) | undefined;
};

export function RowMenu({ actions, buttonRef, ...named }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // A menu in each of 100 rows would slow down the page, so it is mounted at the first press.
  const [isMounted, setMounted] = useState(false);
  const [opened, setOpened] = useState(false);
  const mount = () => {
    setMounted(true);
    setOpened(true);
  };
  const run = (action: () => void) => () => {
    // A dialog that the action opens gives the focus back to the button, as the item is gone by then.
    button.current?.focus();
    action();
  };
  const target = (
    <MenuButton
      ref={(element: HTMLButtonElement | null) => {
        button.current = element;
        buttonRef?.(element);
      }}
      aria-haspopup="menu"
      aria-expanded={opened}
      named={named}
      {...(isMounted ? {} : { onClick: mount })}
    />
  );
  if (!isMounted) return target;
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      // The menu is mounted open, so it does not know that the button had the focus.
      onClose={() => button.current?.focus()}
      position="bottom-end"
      // Outside the table, which cuts off what it does not hold, and inside the landmark.
      withinPortal
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown maw={280}>
        {actions.map(({ label, icon: Glyph, danger, ...action }) => {
          const look = {
            leftSection: <Glyph size={16} stroke={1.75} aria-hidden="true" />,
            style: { overflowWrap: 'anywhere', ...(danger ? { color: 'var(--danger)' } : {}) },
          } as const;
          return 'to' in action ? (
            <Menu.Item key={label} component={Link} to={action.to} {...look}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={label} onClick={run(action.onClick)} {...look}>
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

type ButtonProps = Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'aria-haspopup' | 'aria-expanded'>;

function MenuButton({ named, ...props }: ButtonProps & { named: Named }) {
  const t = useText();
  if ('text' in named) {
    return (
      <Button
        variant="subtle"
        rightSection={<IconChevronDown size={16} stroke={1.75} />}
        data-menu
        {...props}
      >
        {named.text}
      </Button>
    );
  }
  return (
    // The margin cancels the padding of the icon, so that it aligns with the other content.
    <ActionIcon mr={-11} aria-label={t('list.rowActions', named)} {...props}>
      <IconDots size={18} stroke={1.75} />
    </ActionIcon>
  );
}
