// Whether the person is already going to another page, so that no redirect of this one undoes the click.
import { use } from 'react';
import { UNSAFE_DataRouterContext, useLocation } from 'react-router';

/**
 * Returns a function that tells whether the person has opened another page, which may still load or not be
 * drawn yet. It asks the router itself: components hear of a navigation in a transition, and data that
 * arrives in between is rendered first.
 */
export function useIsLeaving(): () => boolean {
  const router = use(UNSAFE_DataRouterContext)?.router;
  const { pathname } = useLocation();
  return () => {
    if (!router) return false;
    const { navigation, location } = router.state;
    return (navigation.location ?? location).pathname !== pathname;
  };
}
