// A short word on a button, such as TEST on one that sends.
import { Text } from '@mantine/core';

export function TagBadge({ children }: { children: string }) {
  return (
    <Text span px={6} bg="rgb(0 0 0 / 32%)" c="#ffffff" fz={12} lh="18px" fw={600} lts="0.08em" bdrs={4}>
      {children}
    </Text>
  );
}
