// A page of several parts: their menu at the side, or above them on narrow screens, and the part that is shown.
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import classes from './SideMenu.module.css';

type Props = {
  /** Names the menu for screen readers. */
  label: string;
  items: { to: string; label: string }[];
  children: ReactNode;
};

export function SideMenu({ label, items, children }: Props) {
  return (
    <div className={classes.columns}>
      <nav className={classes.menu} aria-label={label}>
        {items.map((item) => (
          <NavLink key={item.to} to={item.to} end>
            {item.label}
          </NavLink>
        ))}
      </nav>
      <div className={classes.part}>{children}</div>
    </div>
  );
}
