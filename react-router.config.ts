import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The site map is small: sent once and kept, it spares a question per link.
  routeDiscovery: { mode: 'initial' },
  buildDirectory: process.env.HEMLINE_BUILD_DIR ?? 'build/local',
} satisfies Config
