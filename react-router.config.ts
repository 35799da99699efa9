import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The browser learns of addresses as links to them appear: the whole site map, with all that
  // admins have, is more than a first visit should load.
  routeDiscovery: { mode: 'lazy' },
  buildDirectory: process.env.HEMLINE_BUILD_DIR ?? 'build/local',
} satisfies Config
