import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The browser loads routes when links to them appear: the manifest of all routes, including those
  // of admins, is too large for a first visit.
  routeDiscovery: { mode: 'lazy' },
  buildDirectory: process.env.HEMLINE_BUILD_DIR ?? 'build/local',
} satisfies Config
