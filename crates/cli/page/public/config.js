// Where the API is, relative to this page. Change it if the page is served from another place than `bgo serve`.
window.BGO_API = "api/v1";
