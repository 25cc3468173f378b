// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what the shared library offers; everything else stays inside it.
#define HUDI_EXPORT __attribute__((visibility("default")))
