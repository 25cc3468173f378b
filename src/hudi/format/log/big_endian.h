// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hudi/base/big_endian.h"
