// Whether the person is already going to another page, so that no redirect of this one undoes the click.
import { use } from 'react';
import { UNSAFE_DataRouterContext, useLocation } from 'react-router';

/**
 * Returns a function that tells whether the person has opened another page whose bundle still loads. It asks
 * the router itself: `useNavigation` tells it to components later, as a transition, and data that arrives in
 * between is rendered first.
 */
export function useIsLeaving(): () => boolean {
  const router = use(UNSAFE_DataRouterContext)?.router;
  const { pathname } = useLocation();
  return () => {
    const target = router?.state.navigation.location;
    return target !== undefined && target.pathname !== pathname;
  };
}
