// `/staff` itself: the first section that whoever is signed in may see.
import { Navigate } from 'react-router';
import { SECTIONS } from './sections.ts';
import { useMay } from './session.ts';

export function FirstSection() {
  const may = useMay();
  const first = SECTIONS.find(({ action }) => may(action));
  return first ? <Navigate to={first.to} replace /> : null;
}
