// The options that reads have in common.
import type { INodeProperties } from 'n8n-workflow';

import { optionProperty } from '../../shared/widgets';

/** The options of a read whose items are its records. */
export const READ_OPTIONS: readonly INodeProperties[] = [optionProperty('onlyFilled')];
