// The part of autocannon that the benches use; the package has no types.
declare module 'autocannon' {
  type Client = {
    setBody(body: string): void;
    setHeaders(headers: Record<string, string>): void;
    setRequests(
      requests: { method: string; path: string; headers?: Record<string, string>; body?: string }[],
    ): void;
    on(event: 'response', listener: (status: number) => void): void;
  };
  type Options = {
    url: string | string[];
    connections: number;
    amount?: number;
    overallRate?: number;
    duration?: number;
    method?: string;
    headers?: Record<string, string>;
    setupClient(client: Client): void;
  };
  type Outcome = { non2xx: number; errors: number; latency: { p50: number; p99: number } };
  export default function autocannon(options: Options): Promise<Outcome> & { stop(): void };
}
