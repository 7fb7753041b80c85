// Building, serving while developing, and unit tests of the console.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Inlined as data: URLs, fonts and pictures would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Customers and staff have a page each, and load nothing of the other's.
    rolldownOptions: { input: ['index.html', 'staff.html'] },
  },
  server: { proxy: { '/v1': 'http://localhost:8080' } },
  test: {
    name: 'console',
    // A file that needs a page says so at its top: `@vitest-environment jsdom`. Most are logic and start in no time without.
    environment: 'node',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
  },
});
