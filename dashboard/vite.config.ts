import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './build/compress-files.ts'
import { preloadFont } from './build/preload-font.ts'

const src = (path: string): string => join(import.meta.dirname, 'src', path)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), preloadFont(), compressFiles()],
  resolve: {
    alias: {
      // The package writes a style element, which the content security policy of the page forbids.
      'react-remove-scroll': src('parts/lock-scroll.tsx'),
    },
  },
  build: {
    target: 'es2023',
    // A small file as a data: address would need a looser policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // A request costs a slow machine more than a kilobyte: what every page needs is one file, and what
        // few pages share joins what most of them share, too.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
          ],
        },
      },
    },
  },
  // `pnpm dev` runs the service; this server only adds hot reloading of the pages.
  server: { port: 4_300, proxy: { '/api': 'http://127.0.0.1:4100' } },
})
