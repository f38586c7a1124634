// Objects of the answers under changeOrderProject. Made by scripts/readers.mts from api/; run `npm run generate` instead of editing it.
import { absent, makerOf, type Row } from './row';
export const makeCOProjectsResult = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.COProjects = v[0];
		if (v[1] !== absent) this.TotalCount = v[1];
	});

export const makeCOProjectInfo = () =>
	makerOf(function (this: Row, v: readonly unknown[]) {
		if (v[0] !== absent) this.ProjectId = v[0];
		if (v[1] !== absent) this.COName = v[1];
		if (v[2] !== absent) this.CODescription = v[2];
		if (v[3] !== absent) this.Id = v[3];
		if (v[4] !== absent) this.IntegrationProjectId = v[4];
		if (v[5] !== absent) this.ClientId = v[5];
		if (v[6] !== absent) this.Client = v[6];
		if (v[7] !== absent) this.ClientNumber = v[7];
		if (v[8] !== absent) this.Name = v[8];
		if (v[9] !== absent) this.Number = v[9];
		if (v[10] !== absent) this.Progress = v[10];
		if (v[11] !== absent) this.Approved = v[11];
		if (v[12] !== absent) this.CONumber = v[12];
		if (v[13] !== absent) this.CurrencyCode = v[13];
		if (v[14] !== absent) this.Price = v[14];
		if (v[15] !== absent) this.ImportedOn = v[15];
		if (v[16] !== absent) this.PublishedOn = v[16];
		if (v[17] !== absent) this.Deleted = v[17];
		if (v[18] !== absent) this.Archived = v[18];
	});
