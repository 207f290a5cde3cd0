const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/oidc-B6LVvF3n.js","assets/config-wVImSjTf.js","assets/rolldown-runtime-XKyaHtl9.js","assets/jsx-runtime-C3cWAN_r.js","assets/config-MWXNRYpw.css","assets/Subscriptions-Bm8sAKNH.js","assets/Filters-D8e8NTgi.js","assets/fields-91MFYnqH.js","assets/useLoadMoreSentinel-BWW071zX.js","assets/useHover-2SHIV8KS.js","assets/SSRProvider-CY1H5tUh.js","assets/ProgressBar-Blo1DjXG.js","assets/fields-C2htkta9.css","assets/Filters-CiIE78T1.css","assets/List-1yJstCXm.js","assets/Checkbox-DOP_Ln4_.js","assets/useUpdateEffect-DeNfb5GX.js","assets/Pager-vTZ_LNfP.js","assets/Pager-Bi8Xf5S7.css","assets/List-CAAPKzIs.css","assets/common-DdxPgmXO.js","assets/SubscriptionDialog--sLzdENT.js","assets/Dialog-CuX-8Fjq.js","assets/Dialog-BFHtSZ00.css","assets/copy-B99TMM8k.css","assets/copy-DW0dzLoS.js","assets/words-DkNuYlZV.js","assets/DeliveryStory-BQcn4Vyt.js","assets/Timeline-ZT1MDeKQ.js","assets/Timeline-GIQ7mawM.css","assets/SubscriptionDialog-DNubeyNq.css","assets/Subscription-Cz-n6szE.js","assets/statuses-NwsuHiHz.js","assets/Subscription-CnZSU0Kx.css","assets/Deliveries-BhpMIJkn.js","assets/Delivery-CrIUC0Xe.js","assets/live-Dp0G8pP8.js","assets/Json-B4TND7Vx.js","assets/Json-Cxi0MXBf.css","assets/Replay-BdWx4JUM.js","assets/Replay-D8c54kLK.css","assets/Events-7BBOeOh4.js","assets/columns-Dz36W4Or.js","assets/Event-BG7juZxI.js","assets/Live-5TZXrmbG.js","assets/Live-Dnj4oXZE.css","assets/Installations-q3b4ct4z.js","assets/Checks-BhpzRmn0.js","assets/Checks-BiVbjNrz.css","assets/Installation-BOHQJ2-s.js","assets/installation-BLRFRKYl.js","assets/installation-KfZTQYI8.css","assets/Account-BvCPcPPL.js","assets/Catalog-ZN7FCPyk.js","assets/Catalog-Bz1XAUB8.css","assets/Applications-C3nyt_0L.js","assets/Trails-D75A7r5E.js","assets/Trails-D7waUGf_.css","assets/Notices-PZIihfM5.js","assets/Notices-ZqNdPfWR.css","assets/Unclaimed-DNAh8r-I.js","assets/Dead-BcEJBIdL.js","assets/Tenants-C8x5oUJO.js","assets/Releases-B1sha6u2.js","assets/Callback-BNkaVSoM.js"])))=>i.map(i=>d[i]);
import{r as e,t}from"./rolldown-runtime-XKyaHtl9.js";import{n,t as r}from"./jsx-runtime-C3cWAN_r.js";import{n as i,r as a,t as o}from"./config-wVImSjTf.js";var s=e(n(),1),c=s.use,l=s.useLayoutEffect;function u(e){return e[e.length-1]}function d(e,t){return typeof e==`function`?e(t):e}var f=Object.prototype.hasOwnProperty;function p(e){for(let t in e)if(f.call(e,t))return!0;return!1}var m=()=>Object.create(null),h=(e,t)=>g(e,t,!0);function g(e,t,n,r=0){if(e===t)return e;if(r++>500)return t;let i=Array.isArray(e)&&Array.isArray(t);if(!i&&!(_(e)&&_(t)))return t;let a=Object.keys(e),o=a.length,s=Object.keys(t),c=s.length;if(i?o!==e.length||c!==t.length||o&&u(a)!==`${o-1}`||c&&u(s)!==`${c-1}`:o!==Object.getOwnPropertyNames(e).length||c!==Object.getOwnPropertyNames(t).length||Object.getOwnPropertySymbols(t).length)return t;let l=0,d,p,h;if(i){for(;l<c&&(h=l,p=e[h],d=t[h],d=p===d?p:typeof p==`object`?g(p,d,n,r):d,d===p);l++);if(l===c&&o===c)return e}else{let i=o===c,u=!0;for(;l<c;l++){h=s[l],p=e[h];let o=t[h];d=p===o?p:typeof p==`object`?g(p,o,n,r):o,i&&=d===p&&(a[l]===h||f.call(e,h)),u&&=Object.is(d,o),a[l]=d}if(i)return Object.getOwnPropertySymbols(e).length?t:e;if(u)return t}let v=i?s.fill(0):n?m():{};for(let o=0;o<c;o++)h=i?o:s[o],i?(p=e[h],o>l&&(d=t[h],d=p===d?p:typeof p==`object`?g(p,d,n,r):d),v[h]=o<l?p:d):v[h]=a[o];return v}function _(e){return!e||typeof e!=`object`?!1:(Object.getPrototypeOf(e)?.constructor??Object)===Object}function v(e,t,n,r){if(e===t)return!0;if(Array.isArray(e)&&Array.isArray(t)){if(e.length!==t.length)return!1;for(let i=0,a=e.length;i<a;i++){let a=e[i],o=t[i];if(a!==o&&!v(a,o,n,r))return!1}return!0}if(_(e)&&_(t)){if(n){for(let i in t)if((r||t[i]!==void 0)&&!v(e[i],t[i],n,r))return!1;return!0}let i=0;if(r)i=Object.keys(e).length;else for(let t in e)e[t]!==void 0&&i++;for(let a in t)if((r||t[a]!==void 0)&&(i--===0||!v(e[a],t[a],n,r)))return!1;return i===0}return!1}function y(e){return typeof e?.message==`string`?e.message.startsWith(`Failed to fetch dynamically imported module`)||e.message.startsWith(`error loading dynamically imported module`)||e.message.startsWith(`Importing a module script failed`):!1}var b=/[\x00-\x1f\x7f"<>`{}]/g;function x(e){return e.replace(b,e=>`%`+e.charCodeAt(0).toString(16).toUpperCase().padStart(2,`0`))}function S(e){let t;try{t=decodeURI(e)}catch{t=e.replaceAll(/%[0-9A-F]{2}/gi,e=>{try{return decodeURI(e)}catch{return e}})}return x(t)}var C=[`http:`,`https:`,`mailto:`,`tel:`];function w(e){if(e[0]!==`/`&&e.includes(`:`))return/^[\x00-\x20]*([a-z][a-z\d+.\t\n\r-]*:)/i.exec(e)?.[1]?.replace(/[\t\n\r]/g,``).toLowerCase()}var T=/^[\x00-\x20]*[\\/][\t\n\r]*[\\/]/;function E(e,t){if(!e)return!1;if(T.test(e))return!0;let n=w(e);return n?!t.has(n):!1}function D(e){if(!e)return e;let t=e;if(/[%\\\x00-\x1f\x7f]/.test(e)){let n=/%25|%5C/gi,r=0,i;for(t=``;(i=n.exec(e))!==null;)t+=S(e.slice(r,i.index))+i[0],r=n.lastIndex;t+=S(r?e.slice(r):e)}return t}function ee(e){return/[\s\u0080-\uFFFF]/.test(e)?e.replace(/\s|[^\u0000-\u007F]/gu,encodeURIComponent):e}function te(e,t){if(e===t)return!0;if(e.length!==t.length)return!1;for(let n=0;n<e.length;n++)if(e[n]!==t[n])return!1;return!0}function ne(){throw Error(`Invariant failed`)}function O(e){return e.replace(/\/{2,}/g,`/`)}function re(e){return e===`/`?e:e.replace(/^\/+/,``)}function k(e){let t=e.length;return t>1&&e[t-1]===`/`?e.replace(/\/+$/,``):e}function ie(e){return k(re(e))}function ae(e,t){return e?.endsWith(`/`)&&e!==`/`&&e!==`${t}/`?e.slice(0,-1):e}function A(e,t,n=`never`,r){if(t.includes(`//`)&&(t=O(t)),t.startsWith(`/`))return t.length===1||n===`preserve`?t:n===`always`?t.endsWith(`/`)?t:`${t}/`:t.endsWith(`/`)?t.slice(0,-1):t;let i=t===`.`,a;if(r){a=i?e:e+`\0`+t;let n=r.get(a);if(n)return n}let o;if(i)o=e.split(`/`);else{for(e.includes(`//`)&&(e=O(e)),o=e.split(`/`);o.length>1&&u(o)===``;)o.pop();let n=t.split(`/`);for(let e=0,t=n.length;e<t;e++){let r=n[e];r===``?e?e===t-1&&o.push(r):o=[r]:r===`..`?o.length>1?o.pop():o=[``]:r===`.`||o.push(r)}}o.length>1&&(u(o)===``?n===`never`&&o.pop():n===`always`&&o.push(``));let s=o.join(`/`),c=(i?O(s):s)||`/`;return a&&r&&r.set(a,c),c}function oe(e){let t=new Map(e.map(e=>[encodeURIComponent(e),e])),n=new RegExp([...t.keys()].join(`|`).replace(/[.*()]/g,`\\$&`),`g`);return e=>e.replace(n,e=>t.get(e)??e)}function se(e){return e==null||e===``}function ce(e,t,n){if(typeof t!=`string`)return``+(t??void 0);let r=e===`_splat`;if(r&&(!t||/^[a-zA-Z0-9\-._~!/]*$/.test(t)))return t;let i=encodeURIComponent(t);return r&&(i=i.replaceAll(`%2F`,`/`)),n?n(i):i}function le(e,t,n,r,i){let a=e.endsWith(`/`)?`/`:``,o=``;for(let e of t){if(typeof e==`string`){o+=e;continue}let[t,s,c,l]=e,u=t===2,d=u&&l!==void 0?l+a:l,f=n[s];if(t!==3||f!=null){if(i&&(i[s]=f,u&&(i[`*`]=f)),u&&se(f)){if(c===`/`&&!d)continue;f=``}o+=c+ce(s,f,r)+(d||``)}}return o+a||`/`}function ue(e){return e?.isNotFound===!0}function de(){try{return sessionStorage}catch{return}}var fe=`tsr-scroll-restoration-v1_3`,pe=de();function me(){try{return JSON.parse(pe?.getItem(`tsr-scroll-restoration-v1_3`)||`{}`)}catch{return{}}}var he=me(),ge=`data-scroll-restoration-id`,_e=e=>e.state.__TSR_key||e.href;function ve(e){let t=e.getAttribute(ge);if(t)return`[${ge}="${t}"]`;let n=``,r=e,i;for(;i=r.parentNode;){let e=1,t=r;for(;t=t.previousElementSibling;)e++;let a=`${r.localName}:nth-child(${e})`;n=n?`${a} > ${n}`:a,r=i}return n}var ye=!1,be=`window`;function xe(e){try{return typeof e==`function`?e():document.querySelector(e)}catch{}}function Se(e){let t=new Set;for(let n of e){if(n===be)continue;let e=xe(n);e&&t.add(e)}return t}function Ce(e,t){let n=t??e.options.scrollRestoration,r=e._scroll;n&&(r.e=!0);let i=e.options.getScrollRestorationKey||_e,a=new Set,o=e=>{let t=he[e]||={};for(let e of a)e===document?t[be]={scrollX,scrollY}:e.isConnected&&(t[ve(e)]={scrollX:e.scrollLeft,scrollY:e.scrollTop})};n&&!r.s&&(r.s=!0,ye=!1,history.scrollRestoration=`manual`,document.addEventListener(`scroll`,e=>{ye||a.add(e.target)},!0),e.subscribe(`onBeforeLoad`,e=>{e.fromLocation&&o(i(e.fromLocation)),a.clear()}),addEventListener(`pagehide`,()=>{history.scrollRestoration=`auto`,o(i(e.stores.resolvedLocation.get()??e.stores.location.get()));try{pe?.setItem(fe,JSON.stringify(he))}catch{}}),addEventListener(`pageshow`,e=>{e.persisted&&(history.scrollRestoration=`manual`)})),r.r||(r.r=!0,e.subscribe(`onRendered`,t=>{let n=e.options.scrollRestorationBehavior,o=e.options.scrollToTopSelectors,s=r.n,c=r.h,l;if(a.clear(),r.n=!0,r.h=!1,typeof e.options.scrollRestoration==`function`&&!e.options.scrollRestoration({location:e.latestLocation}))return;let u=i(t.toLocation),d=t.fromLocation&&i(t.fromLocation);if(r.e&&d&&d!==u){let e=he[d];if(e){let t=he[u];for(let n in e){if(n===be){if(s)continue}else{let e=xe(n);if(!e||s&&o&&(l??=Se(o),l.has(e)))continue}t||=he[u]={},t[n]??=e[n]}}}ye=!0;try{let e=t.toLocation.hash,i=t.toLocation.state.__hashScrollIntoViewOptions??!0,a=!1;if(s){!e&&o&&(l??=Se(o));let t=e&&i&&c,s=r.e?he[u]:void 0;if(s)for(let e in s){let{scrollX:r,scrollY:i}=s[e];if(e===be){if(t)continue;scrollTo({top:i,left:r,behavior:n}),a=!0}else{let t=xe(e);t&&(t.scrollLeft=r,t.scrollTop=i,l?.delete(t))}}if(!e){let e={top:0,left:0,behavior:n};if(a||scrollTo(e),l)for(let t of l)t.scrollTo(e)}}!a&&e&&i&&document.getElementById(e)?.scrollIntoView(i)}finally{ye=!1}}))}function we(e,t=String){let n;for(let r in e){let i=e[r];i!==void 0&&(n||=new URLSearchParams).set(r,t(i))}return n?n.toString():``}function Te(e){return e?e===`false`?!1:e===`true`?!0:e*0==0&&+e+``===e?+e:e:``}function Ee(e){let t=new URLSearchParams(e),n=Object.create(null);for(let[e,r]of t.entries()){let t=n[e];t==null?n[e]=Te(r):Array.isArray(t)?t.push(Te(r)):n[e]=[t,Te(r)]}return n}var De=/^(?:\s|["[{\d-]|fa|nu|tr)/,Oe=Ae(JSON.parse),ke=je(JSON.stringify,JSON.parse);function Ae(e){let t=e===JSON.parse;return n=>{n[0]===`?`&&(n=n.slice(1));let r=Ee(n);for(let n in r){let i=r[n];if(typeof i==`string`){if(t&&!De.test(i))continue;try{r[n]=e(i)}catch{}}}return r}}function je(e,t){let n=t===JSON.parse;function r(r){if(r&&typeof r==`object`)try{return e(r)}catch{}else if(t&&typeof r==`string`){if(n&&!De.test(r))return r;try{return t(r),e(r)}catch{}}return r}return e=>{let t=we(e,r);return t?`?${t}`:``}}var Me=`__root__`;function Ne(e){e.statusCode=e.statusCode||e.code||307;let t=new Headers(e.headers);e.href&&t.get(`Location`)===null&&t.set(`Location`,e.href);let n=new Response(null,{status:e.statusCode,headers:t});if(n.options=e,e.throw)throw n;return n}function Pe(e){return e instanceof Response&&!!e.options}function Fe(e){let t=new Map,n,r;return{get(e){let n=t.get(e);if(n)return n.visited=!0,n.value},set(i,a){let o=t.get(i);if(o){o.value=a;return}if(t.size>=e){let e=n?.next().value;for(;!e||e.visited;)e?e.visited=!1:n=t.values(),e=n.next().value;e===r&&(n=void 0),t.delete(e.key)}let s={key:i,value:a,visited:!1};r=s,t.set(i,s)},clear(){t.clear(),n=void 0,r=void 0}}}var Ie=4,Le=5;function Re(e){let t=e.names;if(t)return t;let n=[];for(let t of e)typeof t!=`string`&&n.push(t[1]);return e.names=n}function ze(e,t,n){let r=e.slice(t,n);if(r.charCodeAt(0)===36)return r.length===1?[2,`_splat`,``,void 0]:[1,r.slice(1),``,``];let i=r.indexOf(`{`);if(i>=0){let a=r.indexOf(`}`,i),o=r.charCodeAt(i+1)===45,s=i+(o?3:2);if(a>=0&&r.charCodeAt(s-1)===36&&(!o||s<a)){let c=r.slice(s,a);return[o?3:c?1:2,c||`_splat`,r.slice(0,i),e.slice(t+a+1,c?n:e.length)]}}return r}function Be(e,t,n,r,i,a){let o=n,s=t.fullPath??t.from,c=t.options,l=s.length,d=s.endsWith(`/`)?l-1:l,f=c?.caseSensitive??e,p=c?.params?.parse??c?.parseParams,m,h=a?n-1:0;if(!r||s.includes(`$`)){m=a?.slice()??[];let e=u(m);e&&typeof e!=`string`&&e[0]===2&&(m[m.length-1]=[e[0],e[1],e[2],e[3]===void 0?void 0:e[3]+s.substring(n-(s[n-2]===`/`?2:1),d)],h=l)}for(;o<l;){let e=o,t=s.indexOf(`/`,e),n=t===-1?l:t,a=ze(s,e,n);o=n+1;let c;if(typeof a==`string`){if(!r)continue;let e=a,t;f?t=r.static??=new Map:(e=a.toLowerCase(),t=r.staticInsensitive??=new Map);let n=t.get(e);if(n)c=n;else{let n=He(r);c=n,t.set(e,n)}}else{let t=a[0],u=a[2],g=a[3]??``;if(t===2&&(n=l,o=n+1),m&&h<n&&(h<e-1&&m.push(s.slice(h,e-1)),a[2]=`/`+u,t===2&&a[3]!==void 0&&d<l&&(a[3]=g.slice(0,-1)),m.push(a),h=n),!r)continue;let _=f&&!!(u||g);f||(u=u.toLowerCase(),g=g.toLowerCase());let v=t===1?r.dynamic??=[]:t===3?r.optional??=[]:r.wildcard??=[],y=t!==2&&!p&&v.find(e=>!e.parse&&e.caseSensitive===_&&e.prefix===u&&e.suffix===g);if(y)c=y;else{let e=He(r,t,_,u,g);c=e,v.push(e),v.length===2&&i?.push(v)}}r=c}m&&h<d&&m.push(s.slice(h,d));let g=m?.slice();if(!r)return g;if(p&&t.children&&!t.isRoot&&t.id&&t.id.charCodeAt(t.id.lastIndexOf(`/`)+1)===95){let e=He(r,Le);(r.pathless??=[]).push(e),r=e}let _=(t.path||!t.children)&&!t.isRoot;if(_&&d<l){let e=He(r,Ie);r.index=e,r=e}return r.parse=p??null,r.priority=c?.params?.priority??0,r.route||(r.data=g,_&&(r.route=t)),[r,o,g]}function Ve(e,t){if(e.parse&&!t.parse)return-1;if(!e.parse&&t.parse)return 1;if(e.parse&&t.parse&&(e.priority||t.priority))return t.priority-e.priority;if(e.prefix&&t.prefix&&e.prefix!==t.prefix){if(e.prefix.startsWith(t.prefix))return-1;if(t.prefix.startsWith(e.prefix))return 1}if(e.suffix&&t.suffix&&e.suffix!==t.suffix){if(e.suffix.endsWith(t.suffix))return-1;if(t.suffix.endsWith(e.suffix))return 1}return e.prefix&&!t.prefix?-1:!e.prefix&&t.prefix?1:e.suffix&&!t.suffix?-1:!e.suffix&&t.suffix?1:e.caseSensitive&&!t.caseSensitive?-1:!e.caseSensitive&&t.caseSensitive?1:0}function He(e,t=0,n,r,i){return{kind:t,depth:e?e.depth+1:0,pathless:null,index:null,static:null,staticInsensitive:null,dynamic:null,optional:null,wildcard:null,route:null,data:void 0,parent:e,parse:null,priority:0,caseSensitive:n,prefix:r,suffix:i}}function Ue(e,t){let n=He(),r=[];function i(e,t,n,a){let[o,s,c]=Be(!1,e,t,n,r,a);if(e.children)for(let t of e.children)i(t,s,o,c)}for(let t of e)i(t,1,n);for(let e of r)e.sort(Ve);t.masksTree=n,t.flatCache=Fe(1e3)}function We(e,t){e||=`/`;let n=t.flatCache.get(e);if(n!==void 0)return n;let r=Je(e,t.masksTree);return t.flatCache.set(e,r),r}function Ge(e,t,n,r,i){e||=`/`,r||=`/`;let a=t?`case\0${e}`:e,o=i.singleCache.get(a);return o||(o=He(),Be(t,{from:e},1,o),i.singleCache.set(a,o)),Je(r,o,n)}function Ke(e,t,n=!1){let r=n?e:`nofuzz\0${e}`,i=t.matchCache.get(r);if(i!==void 0)return i;e||=`/`;let a;try{a=Je(e,t.segmentTree,n)}catch(e){if(e instanceof URIError)a=null;else throw e}return a&&(a.branch=Xe(a.route)),t.matchCache.set(r,a),a}function qe(e,t=!1){let n=He(),r=[],i={},a={},o=0;function s(e,n,c,l){if(e.init(o),e.id in i&&ne(),i[e.id]=e,o!==0&&e.path){let t=k(e.fullPath);(!a[t]||e.fullPath.endsWith(`/`))&&(a[t]=e)}o++;let[u,d,f]=Be(t,e,n,c,r,l);if(e._interpolation=f,e.children)for(let t of e.children)s(t,d,u,f)}s(e,1,n);for(let e of r)e.sort(Ve);return{processedTree:{segmentTree:n,singleCache:Fe(1e3),matchCache:Fe(1e3),flatCache:null,masksTree:null},routesById:i,routesByPath:a}}function Je(e,t,n=!1){let r=e.split(`/`),i=Qe(e,r,t,n);if(!i)return null;let[a]=Ye(e,r,i);return{route:i.node.route,rawParams:a}}function Ye(e,t,n){let r=Ze(n.node),i=n.node.data&&Re(n.node.data),a=Object.create(null),o=n.extract?.part??0,s=n.extract?.node??0,c=n.extract?.path??0,l=n.extract?.param??0;for(;s<r.length;o++,s++,c++){let u=r[s];if(u.kind===Ie)break;if(u.kind===Le){o--,c--;continue}let d=t[o],f=c;if(d&&(c+=d.length),u.kind===1||u.kind===3){let e=i[l++];if(u.kind===3&&n.skipped&1<<s){o--,c=f-1;continue}let t=u.suffix||u.prefix?d.substring(u.prefix.length,d.length-u.suffix.length):d;(t||u.kind===1)&&(a[e]=decodeURIComponent(t))}else if(u.kind===2){let t=u,n=e.substring(f+t.prefix.length,e.length-t.suffix.length),r=decodeURIComponent(n);a[`*`]=r,a._splat=r;break}}return n.rawParams&&Object.assign(a,n.rawParams),[a,{part:o,node:s,path:c,param:l}]}function Xe(e){let t=[e];for(;e.parentRoute;)e=e.parentRoute,t.push(e);return t.reverse(),t}function Ze(e){let t=Array(e.depth+1);do t[e.depth]=e,e=e.parent;while(e);return t}function Qe(e,t,n,r){if(e===`/`&&n.index)return{node:n.index,skipped:0};let i=!u(t),a=i&&e!==`/`,o=t.length-+!!i,s=[{node:n,index:1,skipped:0,statics:0,dynamics:0,optionals:0}],c=null,l=null;for(;s.length;){let n=s.pop(),{node:i,index:u,skipped:d,statics:f,dynamics:p,optionals:m}=n,{extract:h,rawParams:g}=n;if(i.kind===2&&i.route&&!nt(l,n))continue;if(i.parse){if(!tt(e,t,n))continue;g=n.rawParams,h=n.extract}r&&i.route&&i.kind!==Ie&&nt(c,n)&&(c=n);let _=u===o;if(_&&(i.route&&(!a||i.kind===Ie||i.kind===2)&&nt(l,n)&&(l=n),!i.optional&&!i.wildcard&&!i.index&&!i.pathless))continue;let v=_?void 0:t[u],y;if(_&&i.index){let n={node:i.index,index:u,skipped:d,statics:f,dynamics:p,optionals:m,extract:h,rawParams:g},r=!0;if(i.index.parse&&(tt(e,t,n)||(r=!1)),r){if(!p&&!m&&!d&&et(f,o))return n;nt(l,n)&&(l=n)}}if(i.wildcard)for(let e=i.wildcard.length-1;e>=0;e--){let n=i.wildcard[e],{prefix:r,suffix:a}=n;if(!r||!_&&(n.caseSensitive?v:y??=v.toLowerCase()).startsWith(r)){if(a){if(_)continue;let e=t.slice(u).join(`/`),i=e.slice(-a.length);if((n.caseSensitive?i:i.toLowerCase())!==a||e.length-a.length<r.length)continue}s.push({node:n,index:o,skipped:d,statics:f,dynamics:p,optionals:m,extract:h,rawParams:g})}}if(i.optional){let e=d|1<<i.depth+1;for(let t=i.optional.length-1;t>=0;t--){let n=i.optional[t];s.push({node:n,index:u,skipped:e,statics:f,dynamics:p,optionals:m,extract:h,rawParams:g})}if(!_)for(let e=i.optional.length-1;e>=0;e--){let t=i.optional[e],{prefix:n,suffix:r}=t;if(n||r){let e=t.caseSensitive?v:y??=v.toLowerCase();if(n&&!e.startsWith(n)||r&&e.indexOf(r,e.length-r.length)<n.length)continue}s.push({node:t,index:u+1,skipped:d,statics:f,dynamics:p,optionals:m+$e(o,u),extract:h,rawParams:g})}}if(!_&&i.dynamic&&v)for(let e=i.dynamic.length-1;e>=0;e--){let t=i.dynamic[e],{prefix:n,suffix:r}=t;if(n||r){let e=t.caseSensitive?v:y??=v.toLowerCase();if(n&&!e.startsWith(n)||r&&e.indexOf(r,e.length-r.length)<n.length)continue}s.push({node:t,index:u+1,skipped:d,statics:f,dynamics:p+$e(o,u),optionals:m,extract:h,rawParams:g})}if(!_&&i.staticInsensitive){let e=i.staticInsensitive.get(y??=v.toLowerCase());e&&s.push({node:e,index:u+1,skipped:d,statics:f+$e(o,u),dynamics:p,optionals:m,extract:h,rawParams:g})}if(!_&&i.static){let e=i.static.get(v);e&&s.push({node:e,index:u+1,skipped:d,statics:f+$e(o,u),dynamics:p,optionals:m,extract:h,rawParams:g})}if(i.pathless)for(let e=i.pathless.length-1;e>=0;e--){let t=i.pathless[e];s.push({node:t,index:u,skipped:d,statics:f,dynamics:p,optionals:m,extract:h,rawParams:g})}}if(l)return l;if(r&&c){let n=c.index;for(let e=0;e<c.index;e++)n+=t[e].length;let r=n===e.length?`/`:e.slice(n);return c.rawParams??=Object.create(null),c.rawParams[`**`]=decodeURIComponent(r),c}return null}function $e(e,t){return 2**(e-t-1)}function et(e,t){return e===2**(t-1)-1}function tt(e,t,n){let r,i;try{[r,i]=Ye(e,t,n)}catch{return null}if(n.rawParams=r,n.extract=i,!n.node.parse)return!0;try{if(n.node.parse(r)===!1)return null}catch{}return!0}function nt(e,t){return!e||t.statics>e.statics||t.statics===e.statics&&(t.dynamics>e.dynamics||t.dynamics===e.dynamics&&(t.optionals>e.optionals||t.optionals===e.optionals&&((t.node.kind===Ie)>(e.node.kind===Ie)||t.node.kind===Ie==(e.node.kind===Ie)&&t.node.depth>e.node.depth)))}function rt(e,t,n){let r=ie(e),i=`/${r}`,a=t?i:i.toLowerCase(),o=`${a}/`,s={input:({url:e})=>{let n=t?e.pathname:e.pathname.toLowerCase();return n===a?e.pathname=`/`:n.startsWith(o)&&(e.pathname=e.pathname.slice(i.length)),e},output:({url:e})=>(e.pathname=O(`/${r}${e.pathname}`),e)};return n?{input:({url:e})=>it(n,s.input({url:e})),output:({url:e})=>s.output({url:at(n,e)})}:s}function it(e,t){let n=e?.input?.({url:t});if(n){if(typeof n==`string`)return new URL(n);if(n instanceof URL)return n}return t}function at(e,t){let n=e?.output?.({url:t});if(n){if(typeof n==`string`)return new URL(n);if(n instanceof URL)return n}return t}function ot(e,t){let{createMutableStore:n,createReadonlyStore:r,batch:i}=t,a=new Map,o=n(`idle`),s=n(e),c=n(void 0),l=n([]),u=r(()=>l.get().map(e=>a.get(e).get())),d=r(()=>({status:o.get(),isLoading:o.get()===`pending`,matches:u.get(),location:s.get(),resolvedLocation:c.get()}));function f(e){let t=a.get(e);return t||(t=n(void 0),a.set(e,t)),t}let p={status:o,location:s,resolvedLocation:c,ids:l,matches:u,byRoute:a,__store:d,getMatchStore:f,setMatches:m};function m(e){let t=l.get(),n=e.map(e=>e.routeId);i(()=>{te(t,n)||l.set(n);for(let e of t)n.includes(e)||a.get(e).set(()=>void 0);for(let t of e){let e=f(t.routeId);e.get()!==t&&e.set(t)}})}return p}var st=`__TSR_index`,ct=`popstate`,lt=`beforeunload`,ut=/^[\x00-\x20]*(?:[\\/][\t\n\r]*){2,}/;function dt(e){let t=ut.exec(e);return t?`/`+e.slice(t[0].length):e}function ft(e){return/[\x00-\x1f\x7f]/.test(e)&&(e=e.replace(/[\x00-\x1f\x7f]/g,e=>`	
\r`.includes(e)?``:encodeURIComponent(e))),dt(e)}function pt(e){let t=e.getLocation(),n=new Set,r=r=>{t=e.getLocation(),n.forEach(e=>e({location:t,action:r}))},i=n=>{e.notifyOnIndexChange??!0?r(n):t=e.getLocation()},a=async n=>{let r=n.navigateOpts?.ignoreBlocker?void 0:e.getBlockers?.();if(typeof document<`u`&&r?.length&&(n.type===`PUSH`||n.type===`REPLACE`))for(let i of r){let r=gt(n.path,n.state);if(await i.blockerFn({currentLocation:t,nextLocation:r,action:n.type})){e.onBlocked?.();return}}n.task()};return{get location(){return t},get length(){return e.getLength()},subscribers:n,subscribe:e=>(n.add(e),()=>{n.delete(e)}),push:(n,i,o)=>{let s=t.state[st];i=mt(s+1,i),a({task:()=>{e.pushState(n,i),r({type:`PUSH`})},navigateOpts:o,type:`PUSH`,path:n,state:i})},replace:(n,i,o)=>{let s=t.state[st];i=mt(s,i),a({task:()=>{e.replaceState(n,i),r({type:`REPLACE`})},navigateOpts:o,type:`REPLACE`,path:n,state:i})},go:(t,n)=>{a({task:()=>{e.go(t,n?.ignoreBlocker??!1),i({type:`GO`,index:t})},navigateOpts:n,type:`GO`})},back:t=>{a({task:()=>{e.back(t?.ignoreBlocker??!1),i({type:`BACK`})},navigateOpts:t,type:`BACK`})},forward:t=>{a({task:()=>{e.forward(t?.ignoreBlocker??!1),i({type:`FORWARD`})},navigateOpts:t,type:`FORWARD`})},canGoBack:()=>t.state[st]!==0,createHref:t=>e.createHref(t),block:t=>{if(!e.setBlockers)return()=>{};let n=e.getBlockers?.()??[];return e.setBlockers([...n,t]),()=>{let n=e.getBlockers?.()??[];e.setBlockers?.(n.filter(e=>e!==t))}},flush:()=>e.flush?.(),destroy:()=>e.destroy?.(),notify:r,_getBlockers:()=>e.getBlockers?.()??[]}}function mt(e,t){let n=_t();return{...t,key:n,__TSR_key:n,[st]:e}}function ht(e){let t=e?.window??(typeof document<`u`?window:void 0),n=t.history.pushState,r=t.history.replaceState,i=[],a=()=>i,o=e=>i=e,s=t=>ft(e?.createHref?e.createHref(t):t),c=e?.parseLocation??(()=>gt(`${t.location.pathname}${t.location.search}${t.location.hash}`,t.history.state));if(!t.history.state?.__TSR_key&&!t.history.state?.key){let e=_t();t.history.replaceState({[st]:0,key:e,__TSR_key:e},``)}let l=c(),u,d=!1,f=!1,p=!1,m=!1,h=()=>l,g,_=()=>{g&&(S._ignoreSubscribers=!0,(g[2]?t.history.pushState:t.history.replaceState)(g[1],``,g[0]),S._ignoreSubscribers=!1,g=void 0,u=void 0)},v=(t,n,r)=>{let i=e?.createHref?s(n):void 0,a=!!g;a||(u=l),l=gt(n,r),g=[i??l.href,r,g?.[2]||t],a||queueMicrotask(()=>_())},y=e=>{l=c(),S.notify({type:e})},b=async()=>{if(m=!1,f){f=!1;return}let e=c(),n=e.state[st]-l.state[st],r=n===1,i=n===-1,o=!r&&!i||d;d=!1;let s=o?`GO`:i?`BACK`:`FORWARD`,u=o?{type:`GO`,index:n}:{type:i?`BACK`:`FORWARD`};if(p)p=!1;else{let r=a();if(typeof document<`u`&&r.length){for(let i of r)if(await i.blockerFn({currentLocation:l,nextLocation:e,action:s})){f=!0,t.history.go(-n),S.notify(u);return}}}l=c(),S.notify(u)},x=e=>{if(m){m=!1;return}let t=!1,n=a();if(typeof document<`u`&&n.length)for(let e of n){let n=e.enableBeforeUnload??!0;if(n===!0||typeof n==`function`&&n()===!0){t=!0;break}}if(t)return e.preventDefault(),e.returnValue=``},S=pt({getLocation:h,getLength:()=>t.history.length,pushState:(e,t)=>v(!0,e,t),replaceState:(e,t)=>v(!1,e,t),back:e=>(e&&(p=!0,m=!0),t.history.back()),forward:e=>{e&&(p=!0,m=!0),t.history.forward()},go:(e,n)=>{d=!0,n&&(p=!0,m=!0),t.history.go(e)},createHref:s,flush:_,destroy:()=>{t.history.pushState=n,t.history.replaceState=r,t.removeEventListener(lt,x,{capture:!0}),t.removeEventListener(ct,b)},onBlocked:()=>{u&&l!==u&&(l=u)},getBlockers:a,setBlockers:o,notifyOnIndexChange:!1});return S._ignoreNextBeforeUnload=e=>{m=!1;try{e=new URL(e,t.document.baseURI).href,m=/^https?:/.test(e)&&(!e.includes(`#`)||e.split(`#`)[0]!==t.location.href.split(`#`)[0])}catch{}},t.addEventListener(lt,x,{capture:!0}),t.addEventListener(ct,b),t.history.pushState=function(...e){let r=n.apply(t.history,e);return S._ignoreSubscribers||y(`PUSH`),r},t.history.replaceState=function(...e){let n=r.apply(t.history,e);return S._ignoreSubscribers||y(`REPLACE`),n},S}function gt(e,t){let n=ft(e),r=n.indexOf(`#`),i=n.indexOf(`?`);if(!t){let e=_t();t={[st]:0,key:e,__TSR_key:e}}return{href:n,pathname:n.slice(0,r>-1?i>-1?Math.min(r,i):r:i>-1?i:n.length),hash:r>-1?n.slice(r):``,search:i>-1?n.slice(i,r===-1?void 0:r):``,state:t}}function _t(){return(Math.random()+1).toString(36).slice(7)}function vt(e,t){return e.protocol!==`http:`&&e.protocol!==`https:`||e.origin!==t||!!e.username||!!e.password}function yt(e){return e.pathname+e.search+e.hash}function bt(e){return e.options.loader||e.options.beforeLoad||e.lazyFn||e.options.component?.preload||e.options.pendingComponent?.preload}function xt(e,t){return{fromLocation:t,toLocation:e,pathChanged:t?.pathname!==e.pathname,hrefChanged:t?.href!==e.href,hashChanged:t?.hash!==e.hash}}function St({key:e,__TSR_key:t,__TSR_index:n,__hashScrollIntoViewOptions:r,...i}){return i}function Ct(e){return e.findIndex(e=>e.status===`error`||e.status===`notFound`||e._notFound)+1}function wt(e,t,n,r,i,a){r&&(t=t.slice(0,r)),i&&(n=n.slice(0,i));for(let r of t){if(a&&e._tx!==a)return;n.some(e=>e.routeId===r.routeId)||e.routesById[r.routeId].options.onLeave?.(r)}for(let r of n){if(a&&e._tx!==a)return;e.routesById[r.routeId].options[t.some(e=>e.routeId===r.routeId)?`onStay`:`onEnter`]?.(r)}}var Tt=class{constructor(e,t){this.tempLocationKey=`${Math.round(Math.random()*1e7)}`,this._scroll={n:!0},this.subscribers=new Set,this._cache=new Map,this._committed=[],this.startTransition=async e=>(e(),!1),this.update=e=>{let t=this.options;this.options={...t,...e},this.isServer=this.options.isServer??!1??typeof document>`u`,this.staticLocations=new WeakMap,this.protocolAllowlist=new Set(this.options.protocolAllowlist),(!this.history||this.options.history&&this.options.history!==this.history)&&(this.history=this.options.history?this.options.history:ht()),this.origin=this.options.origin,this.origin||=window?.origin&&window.origin!==`null`?window.origin:`http://localhost`;let n=this.options.basepath??`/`,r=this.options.rewrite,i=this.basepath!==n||t?.rewrite!==r||t?.caseSensitive!==this.options.caseSensitive;if(i&&(this.basepath=n,this.rewrite=n!==`/`&&ie(n)?rt(n,this.options.caseSensitive,r):r),this.history&&this.updateLatestLocation(),this.options.routeTree!==this.routeTree){this.routeTree=this.options.routeTree;let e;e=this.buildRouteTree(),this.setRoutes(e)}if(this.stores)i&&this.stores.location.set(this.latestLocation);else if(this.latestLocation){let e=this.getStoreConfig(this);this.batch=e.batch,this.stores=ot(this.latestLocation,e),Ce(this)}},this.updateLatestLocation=()=>{this.latestLocation=this.parseLocation(this.history.location,this.latestLocation)},this.buildRouteTree=()=>{let e=qe(this.routeTree,this.options.caseSensitive);return this.options.routeMasks&&Ue(this.options.routeMasks,e.processedTree),{...e,resolvePathCache:Fe(1e3)}},this.subscribe=(e,t)=>{let n={eventType:e,fn:t};return this.subscribers.add(n),()=>{this.subscribers.delete(n)}},this.emit=e=>{for(let t of this.subscribers)if(t.eventType===e.type)try{t.fn(e)}catch(e){console.error(e)}},this.parseLocation=(e,t)=>{let n=({pathname:e,search:n,hash:r,href:i},a)=>{if(!this.rewrite&&!/[ \x00-\x1f\x7f\u0080-\uffff]/.test(e)){let i=this.options.parseSearch(n),o=this.options.stringifySearch(i);return{href:e+o+r,publicHref:e+o+r,pathname:D(e),external:!1,searchStr:o,search:h(t?.search,i),hash:D(r.slice(1)),state:g(t?.state,a)}}let o=it(this.rewrite,new URL(i,this.origin)),s=this.options.parseSearch(o.search),c=this.options.stringifySearch(s);return o.search=c,{href:o.href.replace(o.origin,``),publicHref:i,pathname:D(dt(o.pathname)),external:!!this.rewrite&&vt(o,this.origin),searchStr:c,search:h(t?.search,s),hash:D(o.hash.slice(1)),state:g(t?.state,a)}},r=n(e,e.state),{__tempLocation:i,__tempKey:a}=r.state;if(i&&(!a||a===this.tempLocationKey)){let e=n(i,{...i.state,__tempLocation:void 0,key:r.state.key,__TSR_key:r.state.__TSR_key});return e.maskedLocation=r,e}return r},this.matchRoutes=(e,t,n)=>typeof e==`string`?this.matchRoutesInternal({pathname:e,search:t},n):this.matchRoutesInternal(e,t),this.getMatchedRoutes=e=>{let t=Object.create(null),n=Ke(k(e),this.processedTree,!0);return n&&Object.assign(t,n.rawParams),[n?.branch||[this.routesById.__root__],t,n?.route]},this.buildLocation=e=>{{let t=this.staticLocations.get(e);if(t)return t}let t=!1,n=(n={})=>{if(n.href){let e=gt(n.href,{});n={...n,to:it(this.rewrite,new URL(e.pathname,this.origin)).pathname,search:this.options.parseSearch(e.search),hash:e.hash.slice(1)}}let r=e._fromLocation||this._pendingLocation||this.latestLocation,i,a=()=>(t=!0,r),o=()=>i??=this.matchRoutesLightweight(a()),s=n.to?`${n.to}`:`.`,c=A(s[0]===`/`?``:n.unsafeRelative===`path`?a().pathname:n.from??o()[1],s,this.options.trailingSlash,this.resolvePathCache),l=this.routesByPath[k(c)],u=c.includes(`$`),d;if(l)d=l._branch??=Xe(l);else if(u)d=[];else{let[e,t,n]=this.getMatchedRoutes(c);d=e,this.options.notFoundRoute&&(!n||n.path!==`/`&&t[`**`])&&(d=[...d,this.options.notFoundRoute])}let f=u?l?._interpolation??Be(!1,{fullPath:c},0):void 0,h;for(let e of d){let t=e.options.params?.stringify??e.options.stringifyParams;if(t){let e=o()[3];if(h??=At(n.params,e),!p(h))break;h===e&&(h=Object.assign(m(),h));try{Object.assign(h,t(h))}catch{}}}h??=At(n.params,jt(n.params,f)?o()[3]:Mt);let g=e.leaveParams?c:dt(D(f?le(c,f,h,this.pathParamsDecoder):c)),_=Nt(d,e._includeValidateSearch),v=()=>{let t=o()[2];if(e._includeValidateSearch&&this.options.search?.strict){let e={};d.forEach(n=>{if(n.options.validateSearch)try{Object.assign(e,kt(n.options.validateSearch,{...e,...t}))}catch{}}),t=e}return t},y=_.length?Pt(_,v(),n):n.search===!0?v():typeof n.search==`function`?n.search(v()):n.search||Mt,b=this.options.stringifySearch(y),x=n.hash===!0?a().hash:typeof n.hash==`function`?n.hash(a().hash):n.hash||void 0,S=x?`#${x}`:``,C=n.state?n.state===!0?a().state:typeof n.state==`function`?n.state(a().state):n.state:Mt,w=`${g}${b}${S}`,T,E,te=!1;if(this.rewrite){let e=new URL(w,this.origin),t=e.origin,n=at(this.rewrite,e);T=yt(e),vt(n,t)?(E=n.href,te=!0):E=dt(yt(n))}else T=ee(w),E=T;return{publicHref:E,href:T,pathname:g,search:y,searchStr:b,state:C,hash:x??``,external:te,unmaskOnReload:n.unmaskOnReload}},r=n(e);if(e.mask)r.maskedLocation=n({from:e.from,...e.mask});else if(this.options.routeMasks){let t=We(r.pathname,this.processedTree);if(t){let i=Object.assign(m(),t.rawParams),{from:a,params:o,...s}=t.route,c=At(o,i);r.maskedLocation=n({from:e.from,...s,params:c})}}return!t&&e._fromLocation&&this.staticLocations.set(e,r),r},this.commitLocation=async({viewTransition:e,ignoreBlocker:t,...n})=>{let r=n.maskedLocation??n;if(r.external)return Et(this,r.publicHref,{replace:n.replace,ignoreBlocker:t});let i,a=k(this.latestLocation.href)===k(n.href)&&v(St(n.state),St(this.latestLocation.state)),o=this._commitPromise,s,c=new Promise(e=>{s=e});if(c.resolve=()=>{s(),o?.resolve()},this._commitPromise=c,a)this.load();else{let{maskedLocation:r,hashScrollIntoView:a,...o}=n;r&&(o={...r,state:{...r.state,__tempKey:void 0,__tempLocation:{...o,search:o.searchStr,state:{...o.state,__tempKey:void 0,__tempLocation:void 0,__TSR_key:void 0,key:void 0}}}},(o.unmaskOnReload??this.options.unmaskOnReload??!1)&&(o.state.__tempKey=this.tempLocationKey)),o.state={...o.state,__hashScrollIntoViewOptions:a??this.options.defaultHashScrollIntoView??!0},this.shouldViewTransition=e,i=n.replace?`REPLACE`:`PUSH`,this.history[i===`REPLACE`?`replace`:`push`](o.publicHref,o.state,{ignoreBlocker:t}),this.history.subscribers.size||this.load({action:{type:i}})}return this._scroll.n=n.resetScroll??!0,this._commitPromise},this.buildAndCommitLocation=({replace:e,resetScroll:t,hashScrollIntoView:n,viewTransition:r,ignoreBlocker:i,...a}={})=>{let o=this.buildLocation({...a,_includeValidateSearch:!0});this._pendingLocation=o;let s=this.commitLocation({...o,viewTransition:r,replace:e,resetScroll:t,hashScrollIntoView:n,ignoreBlocker:i});return queueMicrotask(()=>{this._pendingLocation===o&&(this._pendingLocation=void 0)}),s},this.navigate=async({to:e,reloadDocument:t,href:n,publicHref:r,...i})=>{let a=n?w(n):void 0;if(a||t){if(e!==void 0||!n){let t=this.buildLocation({to:e,...i}),a=t.maskedLocation??t;n??=a.publicHref,r??=a.publicHref}let t=!a&&r?r:n;return Et(this,t,i)}return this.buildAndCommitLocation({...i,href:n,to:e,_isNavigate:!0})},this.load=async e=>{this.updateLatestLocation(),e?.action&&(this._scroll.h=e.action.type===`PUSH`||e.action.type===`REPLACE`),await Sn(this,e)},this.startViewTransition=e=>{let t=this.shouldViewTransition??this.options.defaultViewTransition;if(this.shouldViewTransition=void 0,t&&typeof document.startViewTransition==`function`){let n;if(typeof t==`object`&&window.CSS?.supports?.(`selector(:active-view-transition-type(a))`)){let r=this.latestLocation,i=this.stores.resolvedLocation.get(),a=typeof t.types==`function`?t.types(xt(r,i)):t.types;if(a===!1)return e();n={update:e,types:a}}else n=e;return document.startViewTransition(n).updateCallbackDone}return e()},this.invalidate=e=>{let t=this._committed,n=e?.filter,r=this._preloads,i=new Set,a=e=>{(!n||n(e))&&i.add(e.id)};t.forEach(a),this._cache.forEach(a),r?.forEach(e=>e.forEach(a)),this._tx?.[3].forEach(a);let o=[];for(let[e,t]of r??[])t.some(e=>i.has(e.id))&&(r.delete(e),o.push(e));let s=t=>{if(i.has(t.id)){let n=this.routesById[t.routeId],r={...t,invalid:!0,...(e?.forcePending||t.status===`error`||t.status===`notFound`)&&bt(n)?{status:`pending`,error:void 0}:void 0};return t._flight=void 0,r}return t};this._committed=t.map(s);for(let[t,n]of this._cache)i.has(t)&&(n.invalid=!0,e?.forcePending&&(n.status=`pending`));for(let e of i){let t=this._flights?.get(e);this._flights?.delete(e),t&&!t[2]&&o.push(t[1])}for(let e of o)e.abort();return this.shouldViewTransition=!1,this.load({sync:e?.sync})},this.resolveRedirect=e=>{let t=e.options,n=e.headers.get(`Location`)||t.href;if(!n){let e=this.buildLocation(t);n=(e.maskedLocation??e).publicHref||`/`}let r;if(T.test(n)||(r=w(n))&&!this.protocolAllowlist.has(r))throw Error(`Redirect blocked: unsafe protocol`);if(r===`http:`||r===`https:`){let e=new URL(n);e.pathname.startsWith(`//`)?n=e.href:vt(e,this.origin)||(n=yt(e),r=void 0)}return r&&(t.reloadDocument=!0),t.href=n,e.headers.set(`Location`,n),e},this.clearCache=e=>{let t=this._cache,n=this._preloads,r=e?.filter,i=[],a=[];for(let[e,n]of t)(!r||r(n))&&(a.push(e),i.push(n));let o=[];for(let[e,t]of n??[])(!r||t.some(r))&&(o.push(e),i.push(...t));for(let e of a)t.delete(e);for(let e of o)n.delete(e);for(let e of i){let t=e._flight;e._flight=void 0,t&&!--t[2]&&(this._flights?.get(e.id)===t&&this._flights.delete(e.id),o.push(t[1]))}for(let e of o)e.abort()},this.loadRouteChunk=zt,this.preloadRoute=e=>Cn(this,e),this.matchRoute=(e,t)=>{let n={...e,to:e.to?A(e.from||``,e.to,this.options.trailingSlash,this.resolvePathCache):void 0,params:e.params||{},leaveParams:!0},r=this.buildLocation(n),i=this.stores.status.get()===`pending`;if(t?.pending&&!i)return!1;let a=t?.pending??!i?this.latestLocation:this.stores.resolvedLocation.get()||this.stores.location.get(),o=Ge(r.pathname,t?.caseSensitive??!1,t?.fuzzy??!1,a.pathname,this.processedTree);return!o||e.params&&!v(o.rawParams,e.params,!0)?!1:t?.includeSearch??!0?v(a.search,r.search,!0)?o.rawParams:!1:o.rawParams},this.getStoreConfig=t,e.pathParamsAllowedCharacters?.length&&(this.pathParamsDecoder=oe(e.pathParamsAllowedCharacters)),this.update({defaultPreloadDelay:50,defaultPendingMs:1e3,defaultPendingMinMs:500,context:void 0,...e,caseSensitive:e.caseSensitive??!1,notFoundMode:e.notFoundMode??`fuzzy`,stringifySearch:e.stringifySearch??ke,parseSearch:e.parseSearch??Oe,protocolAllowlist:e.protocolAllowlist??C}),self.__TSR_ROUTER__=this}isShell(){return!!this.options.isShell}get state(){return this.stores.__store.get()}setRoutes(e){Object.assign(this,e),this.lightweightCache=new WeakMap,this.staticLocations=new WeakMap;let t=this.options.notFoundRoute;t&&(t.init(99999999999),this.routesById[t.id]!==t&&(t._interpolation=Be(!1,t,0)),this.routesById[t.id]=t)}matchRoutesInternal(e,t){let[n,r,i]=this.getMatchedRoutes(e.pathname),a=n,o=!1;(i?i.path!==`/`&&r[`**`]:k(e.pathname))&&(this.options.notFoundRoute?a=[...a,this.options.notFoundRoute]:o=!0);let s=o?Ft(this.options.notFoundMode,a):void 0,c=Array(a.length),l=this._committed,u=(e,t)=>{let n=l[t];return n?.routeId===e.id?n:e===this.options.notFoundRoute?l.find(t=>t.routeId===e.id):void 0},d;for(let n=0;n<a.length;n++){let i=a[n],o=c[n-1],l,f,p;{let n=o?.search??e.search,r=o?._strictSearch??void 0;try{let e=kt(i.options.validateSearch,{...n})??void 0;l={...n,...e},f={...r,...e}}catch(e){let r=e;if(e instanceof Dt||(r=new Dt(e.message,{cause:e})),t?.throwOnError)throw r;l=n,f={},p=r}}let _=``,v=``;try{_=i.options.loaderDeps?.({search:l})??``,v=_&&JSON.stringify(_)||``}catch(e){if(t?.throwOnError)throw e;p??=e}let y=m(),b=i._interpolation?le(i.fullPath,i._interpolation,r,this.pathParamsDecoder,y):i.fullPath,x=i.id+b+v,S=u(i,n),C=this._cache.get(x)??(S?.id===x?S:void 0);d=C?._strictParams??Object.assign(y,d);let w;if(!C)try{It(i,d)}catch(e){if(w=ue(e)||Pe(e)?e:new Ot(e.message,{cause:e}),t?.throwOnError)throw w}let T=S?`stay`:`enter`,E;if(C)E={...C,cause:T,search:h(S?S.search:C.search,l),_strictSearch:f,searchError:p};else{let e=bt(i)?`pending`:`success`;E={id:x,ssr:i.options.ssr,index:n,routeId:i.id,params:S?.params??d,_strictParams:d,pathname:b,updatedAt:Date.now(),search:S?h(S.search,l):l,_strictSearch:f,searchError:p,status:e,isFetching:!1,error:void 0,paramsError:w,context:{},abortController:t?._controller??new AbortController,cause:T,loaderDeps:S?g(S.loaderDeps,_):_,invalid:!1,preload:!1,staticData:i.options.staticData||{},fullPath:i.fullPath}}let D=s===i.id;E._notFound&&!D&&(E.error=void 0),E._notFound=D,c[n]=E}for(let e=0;e<c.length;e++){let n=c[e];n.params=n.cause===`stay`?h(n.params,d):d,t?._controller&&(n.context={})}return c}matchRoutesLightweight(e){let t=u(this.stores.ids.get()),n=t?this.stores.byRoute.get(t).get():void 0,r=n?.id,i=this.lightweightCache.get(e);if(i&&i[0]===r)return i[1];let[a,o]=this.getMatchedRoutes(e.pathname),s=u(a),c={...e.search};for(let e of a)try{Object.assign(c,kt(e.options.validateSearch,c))}catch{}let l=n&&n.routeId===s.id&&n.pathname===e.pathname,d;if(l)d=n.params;else{let e=o;for(let t of a)try{It(t,e)}catch{}d=e}let f=[a,s.fullPath,c,d];return this.lightweightCache.set(e,[r,f]),f}};async function Et(e,t,{replace:n,ignoreBlocker:r}){if(!E(t,e.protocolAllowlist)){if(!r){let t=e.history._getBlockers();for(let r of t)if(r?.blockerFn&&await r.blockerFn({currentLocation:e.history.location,nextLocation:e.history.location,action:n?`REPLACE`:`PUSH`}))return}e.history._ignoreNextBeforeUnload?.(t),n?window.location.replace(t):window.location.href=t}}var Dt=class extends Error{},Ot=class extends Error{};function kt(e,t){if(e==null)return{};if(`~standard`in e){let n=e[`~standard`].validate(t);if(n instanceof Promise)throw new Dt(`Async validation not supported`);if(n.issues)throw new Dt(JSON.stringify(n.issues,void 0,2),{cause:n});return n.value}return`parse`in e?e.parse(t):typeof e==`function`?e(t):{}}function At(e,t){if(e===void 0||e===!0)return t;let n=Object.create(null);return e===!1||e===null?n:typeof e==`function`?(Object.assign(n,t),Object.assign(n,e(n))):Object.assign(n,t,e)}function jt(e,t){return typeof e==`function`?!0:!t||e===!1||e===null?!1:e===void 0||e===!0||t.some(t=>typeof t!=`string`&&!f.call(e,t[1]))}var Mt=Object.freeze({});function Nt(e,t){let n=[];for(let r=0;r<e.length;r++){let i=e[r].options;`search`in i?i.search?.middlewares&&n.push(...i.search.middlewares):(i.preSearchFilters||i.postSearchFilters)&&n.push(({search:e,next:t})=>{let n=t(i.preSearchFilters?i.preSearchFilters.reduce((e,t)=>t(e),e):e);return i.postSearchFilters?i.postSearchFilters.reduce((e,t)=>t(e),n):n});let a=i.validateSearch;t&&a&&n.push(({search:e,next:t,meta:n})=>{let r=t(e);try{let e=kt(a,r);if(n&&e)for(let t in e)t in r||(n.defaulted||=new Map).set(t,e[t]);return{...r,...e}}catch{}return r})}return n}function Pt(e,t,n){let r=(t,i,a)=>{if(t>=e.length){if(!n.search)return{};if(n.search===!0)return i;let e=d(n.search,i);return a&&(a.explicit=e),e}return e[t]({search:i,next:(e,n)=>{if(n){let n=a||{};return{search:r(t+1,e,n),meta:n}}return r(t+1,e,a)},meta:a})};return r(0,t)}function Ft(e,t){if(e!==`root`){let e;for(let n=t.length-1;n>=0;n--){let r=t[n];if(r.options.notFoundComponent)return r.id;e||=r.children&&r.id}if(e)return e}return Me}function It(e,t){let n=e.options.params?.parse??e.options.parseParams;n&&Object.assign(t,n(t))}function Lt(e,t){return e.options[t]?.preload?.()}function Rt(e,t){let n=Lt(e,`component`),r=Lt(e,`pendingComponent`);return t&&(r?r=r.then(t):t()),n&&r?Promise.all([n,r]).then(()=>{}):n??r}function zt(e,t,n){let r=()=>t===!1?void 0:t?Lt(e,t):Rt(e,n),i=e._lazy;if(i)return i===!0?r():i.then(r);if(!e.lazyFn)return r();let a=e.lazyFn().then(t=>{{let{id:n,...r}=t.options;Object.assign(e.options,r),e._lazy=!0}},t=>{throw e._lazy=void 0,t});return e._lazy=a,a.then(r)}function Bt(e){let t=e.findIndex(e=>e.status!==`success`||e._notFound)+1;return t&&t<e.length?e.slice(0,t):e}function Vt(e,t,n){let r=e._tx;return t&&r?.[2]===n&&!r[3].some(e=>e.routeId===t)}var j=0,M=1,Ht=2,N=3,P=[4];function Ut(e){return typeof e[0]==`number`}function Wt(e,t){return t.aborted?Promise.race([Promise.reject(t),e]):new Promise((n,r)=>{let i=()=>r(t);t.addEventListener(`abort`,i,{once:!0}),Promise.resolve(e).then(n,r).then(()=>t.removeEventListener(`abort`,i))})}function Gt(e,t){return e.routesById[t.routeId]}function Kt(e,t,n){return Pe(e)?[N,e]:ue(e)?(e.routeId||=n,[Ht,e]):t?(typeof e?.then==`function`&&(e=Error(`A Promise was thrown`,{cause:e})),[M,e]):[j,e]}function qt(e,t){let n=Kt(t,!0,e.id);if(n[0]!==M)return n;try{e.options.onError?.(n[1])}catch(t){n=Kt(t,!0,e.id)}return n}function Jt(e,t,n,r,i){return i[0].signal.aborted?P:ln(e,t,n,qt(n,r),i)}async function Yt(e,t,n,r,i,a){let[o,s]=t,c=n[0].signal,l=!!n[3];for(let i=n[6]??0;i<r;i++){let r=s[i],u=Gt(e,r);r.abortController=n[0];let d=s[i-1]?.context??e.options.context??{},f={params:r.params,location:o,navigate:t=>e.navigate({...t,_fromLocation:o}),buildLocation:e.buildLocation,cause:l?`preload`:r.cause,abortController:n[0],preload:l,matches:s,routeId:u.id};try{let e=r._ctx||=u.options.context?u.options.context({...f,deps:r.loaderDeps,context:d})||{}:void 0;r.context={...d,...e}}catch(a){return F(e,r),[i,Jt(e,t,u,a,n)]}if(c.aborted)return[i,P];let p=r.paramsError??r.searchError;if(p!==void 0)return F(e,r),[i,Jt(e,t,u,p,n)];let m=u.options.beforeLoad;if(!m)continue;let h=r.status;i>=a&&(r.status=`pending`,n[7]?.());try{Qt(e,r,`beforeLoad`,n[0]);let a=m({...f,search:r.search,context:r.context,...e.options.additionalContext}),o=await(typeof a?.then==`function`?Wt(a,c):a);if(c.aborted)return[i,P];let s=ln(e,t,u,Kt(o,!1,u.id),n);if(s[0]!==j)return F(e,r),[i,s];r.context={...r.context,...o}}catch(a){return F(e,r),[i,Jt(e,t,u,a,n)]}finally{r.status=h,Qt(e,r,!1,n[0])}}i()}function Xt(e,t,n){if(!(!n||--n[2])){if(e._flights?.get(t.id)===n){let n=e._tx;if(n&&!n[0].signal.aborted&&!n[3].includes(t)&&n[3].some(e=>e.id===t.id)&&n[3].some(e=>e.isFetching===`beforeLoad`))return;e._flights.delete(t.id)}return n[1]}}function F(e,t){let n=t._flight;t._flight=void 0,Xt(e,t,n)?.abort()}function I(e,t,n,r){let i=[];for(let a of t)if(!n?.includes(a)){let t=a._flight;if(a._flight=void 0,r&&t?.[2]===1&&e._flights?.get(a.id)===t&&n?.some(e=>e.id===a.id))t[2]=0;else{let n=Xt(e,a,t);n&&i.push(n)}}for(let e of i)e.abort()}function Zt(e){for(let t of e){let e=t._flight;e&&e[2]++}}function Qt(e,t,n,r){if(t.isFetching=n,r&&e._tx?.[0]!==r)return;let i=e.stores.byRoute.get(t.routeId),a=i?.get();a?.id===t.id&&i.set({...a,isFetching:n})}function $t(e,t,n,r,i,a,o){let s=t[0];return{params:n.params,location:s,navigate:t=>e.navigate({...t,_fromLocation:s}),cause:o?`preload`:n.cause,abortController:i,preload:o,deps:n.loaderDeps,parentMatchPromise:a,context:n.context,route:r,...e.options.additionalContext}}async function en(e,t,n,r,i,a,o){let s=o[0],c=s.signal;if(c.aborted)return P;if(!i)return[j,void 0];let l=n._flight;Qt(e,n,`loader`,s);try{if(!l){let s=new AbortController;l=[Promise.resolve().then(()=>i($t(e,t,n,r,s,a,!!o[3]))).then(e=>Kt(e,!1,r.id),e=>Kt(e,!0,r.id)).then(t=>(t[0]!==j&&e._flights?.get(n.id)===l&&(e._flights.delete(n.id),l[2]||s.abort()),t[0]===M&&l[2]?qt(r,t[1]):t)),s,1],(e._flights??=new Map).set(n.id,l)}return n._flight=l,n.abortController=l[1],ln(e,t,r,await Wt(l[0],c),o)}catch(t){if(t!==c||!c.aborted)throw t;return F(e,n),P}finally{Qt(e,n,!1,s)}}function tn(e,t,n){t[0]!==N&&(e.status=`success`,e.error=void 0,t[0]===j?(e.loaderData=t[1],e.invalid=!1,e.updatedAt=Date.now(),e.preload=n):e.invalid=!0)}function nn(e,t,n){let r=e._cache.get(t.id);if(r!==n||e._committed.some(e=>e.id===t.id&&e._flight===t._flight))return;let i={...t,_notFound:void 0,context:{}};i._flight&&i._flight[2]++,e._cache.set(t.id,i),r&&F(e,r)}function rn(e,t){return t[0]===M||t[0]===Ht?{...e,status:t[0]===M?`error`:`notFound`,error:t[1],_flight:void 0}:e}function an(e,t,n,r,i,a,o){let s=t[1][n],c=Gt(e,s),l=!!a[3],u=e._cache.get(s.id),d,f=!1,p;try{if(s.status===`success`&&(d=c.options.shouldReload,typeof d==`function`&&(d=d($t(e,t,s,c,a[0],i,l))),a[0].signal.aborted&&(p=P)),!p){if(s.status!==`success`)f=!0;else{let t=l||s.preload?c.options.preloadStaleTime??e.options.defaultPreloadStaleTime??3e4:c.options.staleTime??e.options.defaultStaleTime??0;f=!!(s.invalid||d||d===void 0&&Date.now()-s.updatedAt>=t&&(a[5]||s.cause===`enter`||a[2].some(e=>e.routeId===s.routeId&&e.id!==s.id)))}}}catch(n){s.invalid=!0,F(e,s),p=Jt(e,t,c,n,a)}let m=c.options.loader,h=typeof m==`function`,g=h?m:m?.handler,_=!l||c.options.preload!==!1,v=_&&m?e._flights?.get(s.id):void 0;v===s._flight||p?v=void 0:v&&!f&&!l&&d===void 0?f=!0:f||(v=void 0);let y=!(!m||!f||s.status!==`success`||l||a[4]||((h?void 0:m.staleReloadMode)??e.options.defaultStaleReloadMode)===`blocking`),b=f&&_,x=b&&!y&&(s.status!==`success`||!!m),S=n>=o?a[7]:void 0,C=c.lazyFn&&c._lazy!==!0?S:void 0;if(b&&!m&&(s.invalid=!1,s.updatedAt=Date.now()),v&&v[2]++,x){let t=s._flight;s._flight=v,Xt(e,s,t)?.abort(),n>=o&&(s.status=`pending`),S?.()}b||(s.isFetching=!1);let w=!p&&x?en(e,t,s,c,g,i,a).then(t=>(tn(s,t,l),t[0]===j&&(m&&!a[0].signal.aborted&&nn(e,s,u),n>=o&&(s.status=`pending`)),t)):Promise.resolve(p??[j,s.loaderData]),T=(async()=>{try{let e=zt(c,void 0,C);e&&await Wt(e,a[0].signal)}catch(r){if(!t[1].some((e,t)=>t<=n&&(e.status===`error`||e.status===`notFound`||e._notFound)))return[n,Jt(e,t,c,r,a)]}let r=await w;x&&r[0]===j&&s.status===`pending`&&!a[0].signal.aborted&&(s.status=`success`,S?.())})();if(r.push([n,w,T]),!y)return w.then(e=>rn(s,e));let E={...s,status:`pending`,preload:!1,_flight:v};s.invalid=!1,s.isFetching=`loader`;let D=en(e,t,E,c,g,i,a).then(e=>(s.isFetching=!1,tn(E,e,!1),e));return(t[2]??=[]).push([n,D,T,E]),D.then(e=>rn(E,e))}async function on(e,t,n,r,i=0){let a=n?.[1][1],o=a?.routeId?t.findIndex(e=>e.routeId===a.routeId):n?.[0]??t.length-1;o<0&&(o=0);for(let n=o;n>=0;n--){let i=Gt(e,t[n]);try{let e=zt(i,!1);e&&await Wt(e,r)}catch(e){if(e===r&&r.aborted)throw e}if(i.options.notFoundComponent)return n}return a?.routeId?o:i}function sn(e,t){t[2]&&=(I(e,t[2].map(e=>e[3])),void 0)}async function cn(e,t,n,r){let i;try{await Promise.all(e.map(e=>e[1].then(async t=>{let a=e[0];if(!(r&&a>=await r)){if(t[0]>=N)throw[a,t];!i&&t[0]!==j&&(i=[a,t],await Promise.all((n??[]).map(e=>{if(!(e[0]<=a))return e[1].then(t=>{if(t[0]===N)throw[e[0],t]})})))}})))}catch(e){return e}return t??i}function ln(e,t,n,r,i,a){for(;r[0]===N;){let o=r[1],s=o.options;try{if((s.href||o.headers.has(`Location`))&&(e.resolveRedirect(o),s.reloadDocument)||(s.reloadDocument?i[3]:i[1]>=20))return r;let n=e.buildLocation({...s,_fromLocation:t[0],_includeValidateSearch:!0}),a=n.maskedLocation??n;if(a.external){let t=o.clone();return t.options={...s},t.headers.set(`Location`,a.publicHref),e.resolveRedirect(t),i[3]?[N,t]:[N,t,a]}return[N,o,n]}catch(e){r=a?[M,e]:qt(n,e),a=!0}}return r}async function un(e,t,n,r,i,a){let o=t[1],s=await i,c=!1,l=o.findIndex(e=>e._notFound),u=t=>t[1][0]===Ht?on(e,o,t,r.signal):t[0],d=l<0?o.length:l;if((s?.[1][0]??0)>=N)d=0;else if(s){d=s[2]??=await u(s);for(let e of n){if(e[0]>=d)break;let t=await e[1];if(t[0]!==j&&t[0]<N&&!(`loaderData`in o[e[0]])){s=[e[0],t],d=s[2]=await u(s);break}}}for(let e of n){if(e[0]>=d)break;let t=await e[2];if(t){s=t;break}}if((s?.[1][0]??0)>=N){let n=s[1];if(n[0]!==N||n[1].options.reloadDocument||n[2])return sn(e,t),n;c=!0,s=[0,[M,Error(`Too many redirects`)]]}let f=s?s[2]??await u(s):l;if(f>=0){let i=s?.[1],l=i?.[0],u=o[f],d=i?.[1],p=()=>{i&&(u._notFound=void 0,l===M?u.status=`error`:(d.routeId=u.routeId,u.routeId===e.routeTree.id?(u.status=`success`,u._notFound=!0):u.status=`notFound`),u.error=d,u.isFetching=!1)};p(),i||a?.();let m=Gt(e,u);try{await Wt(i?Promise.resolve().then(()=>zt(m,l===M?`errorComponent`:`notFoundComponent`)):Promise.all([zt(m),zt(m,`notFoundComponent`)]),r.signal)}catch(n){if(n===r.signal&&r.signal.aborted)return sn(e,t),P}i?c&&(r.abort(),await Promise.all([...n.map(e=>e[1]),...n.map(e=>e[2]),...(t[2]??[]).map(e=>e[1])]),sn(e,t),I(e,o),p()):u.status=`success`}return t}async function dn(e,t,n,r=0,i=t[1].length){let a=t[1];for(let t=r;t<i;t++){let r=a[t],i=Gt(e,r).options;if(i.head||i.scripts)try{let t={ssr:e.options.ssr,matches:a,match:r,params:r.params,loaderData:r.loaderData},[o,s]=await Wt(Promise.all([i.head?.(t),i.scripts?.(t)]),n);r.meta=o?.meta,r.links=o?.links,r.headScripts=o?.scripts,r.styles=o?.styles,r.scripts=s}catch(e){if(e===n&&n.aborted)break;console.error(e)}if(r.status!==`success`||r._notFound)break}return t}async function fn(e,t,n,r){let i=[t,n],a=r[0].signal,o;try{let t=e.stores.matches.get(),s=n.findIndex(e=>e._notFound);if(e.options.notFoundMode!==`root`&&s>=0){let t=await on(e,n,void 0,a,s);n[s]._notFound=void 0,n[t]._notFound=!0,s=t}let c=s<0?n.length:s+1,l=0;for(;l<c&&l!==s;){let e=n[l],i=r[2][l],a=t[l];if(i?.id!==e.id||i.status!==`success`||e.preload||a?.id!==e.id||a.status!==`success`||(l++,i._notFound||a._notFound))break}let u=[],d=r[6]??0,f=d?Promise.resolve(n[d-1]):void 0,p=()=>{for(let t=d;t<c&&!a.aborted;t++)f=an(e,i,t,u,f,r,l)},m=await Yt(e,i,r,c,p,l);if(m){if(r[4]=!0,c=m[0],m[1][0]===Ht){let t=await on(e,n,m,a);m[2]=t,c=Math.min(c,t+1)}else m[1][0]>=N&&(c=0);p()}if(!a.aborted&&!r[3]){let t=[];for(let[n,r]of e._flights??[])r[2]||(e._flights.delete(n),t.push(r[1]));for(let e of t)e.abort()}let h=un(e,i,u,r[0],cn(u,m,i[2]),r[7]);i[2]?.length&&(i[3]=cn(i[2],void 0,void 0,h.then(e=>Ut(e)?0:Bt(n).length,()=>0))),o=await h}catch(t){if(sn(e,i),t===a&&a.aborted)return P;throw t}return Ut(o)?o:dn(e,o,a,r[6]===n.length?r[6]:0)}function pn(e,t){if(e._tx!==t)return;let n=t[3],r=e.stores.matches.get(),i=e._pending;for(let a=0;a<n.length;a++){let o=n[a],s=o.status===`success`&&!o._notFound,c=r[a]?.id===o.id&&r[a]?.status===`pending`;if(s&&!c)continue;let l=Gt(e,o),u=s||o.invalid?0:l.options.pendingMs??e.options.defaultPendingMs,d=l.options.pendingComponent??e.options.defaultPendingComponent;if(!d||typeof u!=`number`||u===1/0){i&&(i[0]=t,i[2]=0,i[4]=!0);return}let f=l.options.pendingMinMs??e.options.defaultPendingMinMs??0,p=!1;if(i?.[1]===o.id?(p=i[0]!==t,i[0]=t):(clearTimeout(i?.[3]),e._pending=i=void 0),i||(e._pending=i=[t,o.id,c?Date.now()+f:t[4]+u,void 0,c||void 0,d]),i[4]&&!p&&i[5]===d)return;if(i[5]=d,!i[4]){clearTimeout(i[3]);let n=i[2]-Date.now();if(n>0){i[3]=setTimeout(()=>pn(e,t),n);return}i[2]=0}let m=n.map(e=>({...e,_flight:void 0}));m[a].status=`pending`;let h=i[4]=e.startTransition(()=>e.stores.setMatches(m),m).then(t=>(t&&e._pending===i&&i[4]===h&&!i[2]&&(i[2]=Date.now()+f),t));return}}function mn(e,t){let n=e._pending;e._tx!==t&&e._tx?.[3].some(e=>e.id===n?.[1])||(clearTimeout(n?.[3]),e._pending=void 0)}async function hn(e,t){let n=e._pending;if(!n)return;clearTimeout(n[3]);let r=n[2]-Date.now();if(!n[4]||r<=0||!Bt(t[3]).some(e=>e.id===n[1]))return;let i;try{await Wt(new Promise(e=>{i=setTimeout(e,r)}),t[0].signal)}catch{}clearTimeout(i)}function gn(e,t){e._committed=t,e.stores.setMatches(t)}function _n(e,t,n,r){let i=e._committed,a=e._lifecycleEnd,o=e._cache;for(let e of n)e.preload=!1,r&&(e._assetEnd=void 0);let s=Bt(n).length,c=new Map;{let t=Date.now(),r=new Set;for(let e=0;e<n.length;e++){let t=n[e];(e<s||t.status===`success`)&&r.add(t.id)}for(let n of[...i,...o.values()]){if(n.status!==`success`||r.has(n.id))continue;let i=Gt(e,n);!i.options.loader||t-n.updatedAt>=(n.preload?i.options.preloadGcTime??e.options.defaultPreloadGcTime??3e5:i.options.gcTime??e.options.defaultGcTime??3e5)||c.set(n.id,o.get(n.id)===n?n:{...n,_flight:void 0,isFetching:!1,context:{}})}}t[3]=[],e._cache=c;let l=e._lifecycleEnd=Ct(n);gn(e,n),I(e,[...o.values(),...i].filter(e=>e._flight&&c.get(e.id)!==e),n),wt(e,i,n,a,l,t)}async function vn(e,t){let n=e._tx;for(;n&&n!==t;)t=n,await n[5],n=e._tx}function yn(e,t,n){let r=n[1].options,i=n[2];if(!i)return e.navigate({...r,replace:!0,ignoreBlocker:!0});if(r.reloadDocument)return e.navigate({href:(i.maskedLocation??i).publicHref,reloadDocument:!0,replace:!0,ignoreBlocker:!0});i._redirects=t[1]+1,e._pendingLocation=i;let a=e.commitLocation({...i,viewTransition:r.viewTransition,replace:!0,resetScroll:r.resetScroll,hashScrollIntoView:r.hashScrollIntoView,ignoreBlocker:!0});return queueMicrotask(()=>{e._pendingLocation===i&&(e._pendingLocation=void 0)}),a}async function bn(e,t,n,r,i){let a=n.map(e=>({...e}));Zt(a);for(let t of r)F(e,a[t[0]]),a[t[0]]=t[3];let o=[t[2],a],s;try{s=await un(e,o,r,t[0],i)}catch(t){throw I(e,a),t}if(Ut(s))I(e,a),s[0]===N&&e._tx===t&&e._committed===n&&await yn(e,t,s);else if(await dn(e,s,t[0].signal),e._tx!==t||e._committed!==n)I(e,a);else{for(let t of a){let n=e._cache.get(t.id);n?._flight&&n._flight===t._flight&&(e._cache.delete(t.id),F(e,n))}gn(e,a),I(e,n,a)}}async function xn(e,t,n,r,i,a){let o=await fn(e,t[2],t[3],[t[0],t[1],e._committed,void 0,i,n,a,r]);if(Ut(o)){let n=o[0]===N&&e._tx===t;if((!n||o[1].options.reloadDocument)&&mn(e,t),I(e,t[3]),t[3]=[],!n)return;if(e._tx!==t){mn(e,t);return}await yn(e,t,o);return}let s=o[1];if(e._tx===t&&await hn(e,t),e._tx!==t){mn(e,t),I(e,s),sn(e,o);return}let c=t[2],l=xt(c,e.stores.resolvedLocation.get()),u=o[2];await e.startViewTransition(async()=>{if(e._tx===t&&await hn(e,t),e._tx!==t){mn(e,t),I(e,s),sn(e,o);return}let n=await e.startTransition(()=>{mn(e,t),_n(e,t,s,a),e._tx===t&&(e.emit({type:`onLoad`,...l}),e._tx===t&&e.emit({type:`onBeforeRouteMount`,...l}))},s);e._tx===t?(u?.length&&bn(e,t,s,u,o[3]).catch(console.error),e.batch(()=>{e.stores.resolvedLocation.set(c),e.stores.status.set(`idle`),e._tx===t&&e.emit({type:`onResolved`,...l}),n&&e._tx===t&&e.emit({type:`onRendered`,...l})}),e._tx===t&&(e._commitPromise?.resolve(),e._commitPromise=void 0)):sn(e,o)})}async function Sn(e,t){let n=e._tx,r=e.stores.resolvedLocation.get(),i=r??e.stores.location.get(),a=e.latestLocation,o=e._pendingLocation,s=o?.href===a.href?o._redirects??0:0,c=e._handoff,l=c?.[0](),u=new AbortController,d=e._preflight;if(e._preflight=u,l||c?.[1](),d?.abort(),!u.signal.aborted){let t=xt(a,r);e.emit({type:`onBeforeNavigate`,...t}),u.signal.aborted||e.emit({type:`onBeforeLoad`,...t})}if(u.signal.aborted){await vn(e,n);return}let f=i.href===a.href,p=u,m=e.matchRoutes(a,{_controller:u});Zt(m);let h=l?c[1](m):void 0;if(h?p=l:l?.abort(),u.signal.aborted){I(e,m),await vn(e,n);return}e._preflight=void 0;let g,_=()=>xn(e,y,f,()=>pn(e,y),t?.sync,h),v=t?.sync?new Promise(e=>g=e):Promise.resolve().then(_),y=[p,s,a,m,Date.now(),v.then(()=>vn(e,y))];if(e._tx=y,n){for(let t of e.stores.matches.get()){if(e._tx!==y)break;t.isFetching&&Qt(e,t,!1)}n[0].abort(),I(e,n[3],y[3],!0)}e._tx===y?(e.batch(()=>{e.stores.status.set(`pending`),e.stores.location.set(a)}),(h||!e._committed.length&&m[0]?.status!==`success`&&!m.some(e=>e._notFound))&&pn(e,y),g?.(_()),await y[5]):(I(e,y[3]),y[3]=[],g?.(),await vn(e,y))}async function Cn(e,t){let n=e.buildLocation(t);for(let t=0;;t++){let r=e._committed,i=new AbortController,a,o,s;try{try{a=e.matchRoutes(n,{_controller:i}),Zt(a),o=(e._preloads??=new Map).set(i,a),s=await fn(e,n,a,[i,t,r,!0])}finally{o&&(o=o.delete(i),I(e,a)),i.abort()}if(!Ut(s))return s[1];if(!o||s.length<3)return;n=s[2]}catch(e){ue(e)||console.error(e);return}}}var wn=`Error preloading route! ☝️`,Tn=class{get to(){return this._to}get id(){return this._id}get path(){return this._path}get fullPath(){return this._fullPath}constructor(e){if(this.init=e=>{this.originalIndex=e,this._branch=void 0;let t=this.options,n=!t?.path&&!t?.id;this.parentRoute=this.options.getParentRoute?.(),n?this._path=Me:this.parentRoute||ne();let r=n?Me:t?.path;r&&r!==`/`&&(r=re(r));let i=t?.id||r,a=n?Me:O((this.parentRoute.id===`__root__`?``:this.parentRoute.id)+`/`+(i??``));r===`__root__`&&(r=`/`);let o=a===`__root__`?`/`:r===void 0?this.parentRoute.fullPath:O(this.parentRoute.fullPath+`/`+r);this._path=r,this._id=a,this._fullPath=o,this._to=k(o)},this.addChildren=e=>this._addFileChildren(e),this._addFileChildren=e=>(Array.isArray(e)&&(this.children=e),typeof e==`object`&&e&&(this.children=Object.values(e)),this),this._addFileTypes=()=>this,this.updateLoader=e=>(Object.assign(this.options,e),this),this.update=e=>(Object.assign(this.options,e),this),this.lazy=e=>(this.lazyFn=e,this),this.redirect=e=>Ne({from:this.fullPath,...e}),this.options=e||{},this.isRoot=!e?.getParentRoute,e?.id&&e?.path)throw Error(`Route cannot have both an 'id' and a 'path' option.`)}},En=class extends Tn{constructor(e){super(e)}},L=r(),Dn=class extends s.Component{constructor(...e){super(...e),this.state={error:0},this.reset=()=>{this.setState({error:0})}}static getDerivedStateFromProps(e,t){let n=e.getResetKey();return t.error&&t.resetKey!==n?{resetKey:n,error:0}:{resetKey:n}}static getDerivedStateFromError(e){return{error:[e]}}componentDidCatch(e,t){this.props.onCatch?.(e,t)}render(){let e=this.state.error;return e?s.createElement(this.props.errorComponent??On,{error:e[0],reset:this.reset}):this.props.children}};function On({error:e}){let[t,n]=s.useState(!1);return(0,L.jsxs)(`div`,{style:{padding:`.5rem`,maxWidth:`100%`},children:[(0,L.jsxs)(`div`,{style:{display:`flex`,alignItems:`center`,gap:`.5rem`},children:[(0,L.jsx)(`strong`,{style:{fontSize:`1rem`},children:`Something went wrong!`}),(0,L.jsx)(`button`,{style:{appearance:`none`,fontSize:`.6em`,border:`1px solid currentColor`,padding:`.1rem .2rem`,fontWeight:`bold`,borderRadius:`.25rem`},onClick:()=>n(e=>!e),children:t?`Hide Error`:`Show Error`})]}),(0,L.jsx)(`div`,{style:{height:`.25rem`}}),t?(0,L.jsx)(`div`,{children:(0,L.jsx)(`pre`,{style:{fontSize:`.7em`,border:`1px solid red`,borderRadius:`.25rem`,padding:`.3rem`,color:`red`,overflow:`auto`},children:e?.message?(0,L.jsx)(`code`,{children:e.message}):null})}):null]})}var kn=()=>!0,An=()=>!1;function jn({children:e,fallback:t=null}){return(0,L.jsx)(s.Fragment,{children:Mn()?e:t})}function Mn(e=!0){return s.useSyncExternalStore(Nn,kn,e?An:kn)}function Nn(){return()=>{}}var Pn=s.createContext(null);function R(e){return s.useContext(Pn)}function Fn(e,t){let n=e.stores.location,r=new Set,i,a,o=n=>{Vt(e,t,n)||(i=n,r.forEach(e=>e()))};return[()=>i??n.get(),e=>(r.size||(i=n.get(),a=n.subscribe(o).unsubscribe),r.add(e),()=>{r.delete(e),r.size||(a(),i=void 0)})]}var In=s.createContext(void 0),Ln=s.createContext(void 0);function Rn({update:e,notify:t,unwatched:n}){return{link:r,unlink:i,propagate:a,checkDirty:o,shallowPropagate:s};function r(e,t,n){let r=t.depsTail;if(r!==void 0&&r.dep===e)return;let i=r===void 0?t.deps:r.nextDep;if(i!==void 0&&i.dep===e){i.version=n,t.depsTail=i;return}let a=e.subsTail;if(a!==void 0&&a.version===n&&a.sub===t)return;let o=t.depsTail=e.subsTail={version:n,dep:e,sub:t,prevDep:r,nextDep:i,prevSub:a,nextSub:void 0};i!==void 0&&(i.prevDep=o),r===void 0?t.deps=o:r.nextDep=o,a===void 0?e.subs=o:a.nextSub=o}function i(e,t=e.sub){let r=e.dep,i=e.prevDep,a=e.nextDep,o=e.nextSub,s=e.prevSub;return a===void 0?t.depsTail=i:a.prevDep=i,i===void 0?t.deps=a:i.nextDep=a,o===void 0?r.subsTail=s:o.prevSub=s,s===void 0?(r.subs=o)===void 0&&n(r):s.nextSub=o,a}function a(e){let n=e.nextSub,r;top:do{let i=e.sub,a=i.flags;if(a&60?a&12?a&4?!(a&48)&&c(e,i)?(i.flags=a|40,a&=1):a=0:i.flags=a&-9|32:a=0:i.flags=a|32,a&2&&t(i),a&1){let t=i.subs;if(t!==void 0){let i=(e=t).nextSub;i!==void 0&&(r={value:n,prev:r},n=i);continue}}if((e=n)!==void 0)n=e.nextSub;else{for(;r!==void 0;)if(e=r.value,r=r.prev,e!==void 0){n=e.nextSub;continue top}break}}while(1)}function o(t,n){let r,i=0,a=!1;top:do{let o=t.dep,c=o.flags;if(n.flags&16)a=!0;else if((c&17)==17){if(e(o)){let e=o.subs;e.nextSub!==void 0&&s(e),a=!0}}else if((c&33)==33){(t.nextSub!==void 0||t.prevSub!==void 0)&&(r={value:t,prev:r}),t=o.deps,n=o,++i;continue}if(!a){let e=t.nextDep;if(e!==void 0){t=e;continue}}for(;i--;){let i=n.subs,o=i.nextSub!==void 0;if(o?(t=r.value,r=r.prev):t=i,a){if(e(n)){o&&s(i),n=t.sub;continue}a=!1}else n.flags&=-33;n=t.sub;let c=t.nextDep;if(c!==void 0){t=c;continue top}}return a}while(1)}function s(e){do{let n=e.sub,r=n.flags;(r&48)==32&&(n.flags=r|16,(r&6)==2&&t(n))}while((e=e.nextSub)!==void 0)}function c(e,t){let n=t.depsTail;for(;n!==void 0;){if(n===e)return!0;n=n.prevDep}return!1}}function zn(e,t,n){let r=typeof e==`object`,i=r?e:void 0;return{next:(r?e.next:e)?.bind(i),error:(r?e.error:t)?.bind(i),complete:(r?e.complete:n)?.bind(i)}}var Bn=[],Vn=0,{link:Hn,unlink:Un,propagate:Wn,checkDirty:Gn,shallowPropagate:Kn}=Rn({update(e){return e._update()},notify(e){Bn[Jn++]=e,e.flags&=-3},unwatched(e){e.depsTail!==void 0&&(e.depsTail=void 0,e.flags=17,Zn(e))}}),qn=0,Jn=0,z,Yn=0;function Xn(e){try{++Yn,e()}finally{--Yn||Qn()}}function Zn(e){let t=e.depsTail,n=t===void 0?e.deps:t.nextDep;for(;n!==void 0;)n=Un(n,e)}function Qn(){if(!(Yn>0)){for(;qn<Jn;){let e=Bn[qn];Bn[qn++]=void 0,e.notify()}qn=0,Jn=0}}function $n(e,t){let n=typeof e==`function`,r=e,i={_snapshot:n?void 0:e,subs:void 0,subsTail:void 0,deps:void 0,depsTail:void 0,flags:+!n,get(){return z!==void 0&&Hn(i,z,Vn),i._snapshot},subscribe(e){let t=zn(e),n={current:!1},r=er(()=>{i.get(),n.current?(z=void 0,t.next?.(i._snapshot)):n.current=!0});return{unsubscribe:()=>{r.stop()}}},_update(e){let a=z,o=t?.compare??Object.is;if(n)z=i,++Vn,i.depsTail=void 0;else if(e===void 0)return!1;n&&(i.flags=5);try{let t=i._snapshot,a=typeof e==`function`?e(t):e===void 0&&n?r(t):e;return t===void 0||!o(t,a)?(i._snapshot=a,!0):!1}finally{z=a,n&&(i.flags&=-5),Zn(i)}}};return n?(i.flags=17,i.get=function(){let e=i.flags;if(e&16||e&32&&Gn(i.deps,i)){if(i._update()){let e=i.subs;e!==void 0&&Kn(e)}}else e&32&&(i.flags=e&-33);return z!==void 0&&Hn(i,z,Vn),i._snapshot}):i.set=function(e){if(i._update(e)){let e=i.subs;e!==void 0&&(Wn(e),Kn(e),Qn())}},i}function er(e){let t=()=>{let t=z;z=n,++Vn,n.depsTail=void 0,n.flags=6;try{return e()}finally{z=t,n.flags&=-5,Zn(n)}},n={deps:void 0,depsTail:void 0,subs:void 0,subsTail:void 0,flags:6,notify(){let e=this.flags;e&16||e&32&&Gn(this.deps,this)?t():this.flags=2},stop(){this.flags=0,this.depsTail=void 0,Zn(this)}};return t(),n}var tr=t((e=>{var t=n();function r(e,t){return e===t&&(e!==0||1/e==1/t)||e!==e&&t!==t}var i=typeof Object.is==`function`?Object.is:r,a=t.useState,o=t.useEffect,s=t.useLayoutEffect,c=t.useDebugValue;function l(e,t){var n=t(),r=a({inst:{value:n,getSnapshot:t}}),i=r[0].inst,l=r[1];return s(function(){i.value=n,i.getSnapshot=t,u(i)&&l({inst:i})},[e,n,t]),o(function(){return u(i)&&l({inst:i}),e(function(){u(i)&&l({inst:i})})},[e]),c(n),n}function u(e){var t=e.getSnapshot;e=e.value;try{var n=t();return!i(e,n)}catch{return!0}}function d(e,t){return t()}var f=typeof window>`u`||window.document===void 0||window.document.createElement===void 0?d:l;e.useSyncExternalStore=t.useSyncExternalStore===void 0?f:t.useSyncExternalStore})),nr=t(((e,t)=>{t.exports=tr()})),rr=t((e=>{var t=n(),r=nr();function i(e,t){return e===t&&(e!==0||1/e==1/t)||e!==e&&t!==t}var a=typeof Object.is==`function`?Object.is:i,o=r.useSyncExternalStore,s=t.useRef,c=t.useEffect,l=t.useMemo,u=t.useDebugValue;e.useSyncExternalStoreWithSelector=function(e,t,n,r,i){var d=s(null);if(d.current===null){var f={hasValue:!1,value:null};d.current=f}else f=d.current;d=l(function(){function e(e){if(!o){if(o=!0,s=e,e=r(e),i!==void 0&&f.hasValue){var t=f.value;if(i(t,e))return c=t}return c=e}if(t=c,a(s,e))return t;var n=r(e);return i!==void 0&&i(t,n)?(s=e,t):(s=e,c=n)}var o=!1,s,c,l=n===void 0?null:n;return[function(){return e(t())},l===null?void 0:function(){return e(l())}]},[t,n,r,i]);var p=o(e,d[0],d[1]);return c(function(){f.hasValue=!0,f.value=p},[p]),u(p),p}})),ir=t(((e,t)=>{t.exports=rr()}))();function ar(e,t){return e===t}function or(e,t=e=>e,n){let r=n?.compare??ar,i=(0,s.useCallback)(t=>{let{unsubscribe:n}=e.subscribe(t);return n},[e]),a=(0,s.useCallback)(()=>e.get(),[e]);return(0,ir.useSyncExternalStoreWithSelector)(i,a,a,t,r)}var sr={};function cr(e,t){let n=s.useRef();return r=>{let i=e?.select?e.select(r):r;return e?.structuralSharing??t.options.defaultStructuralSharing?n.current=g(n.current,i):i}}function lr(e){let t=R(),n=s.useContext(e.from?Ln:In),r=e.from??n,i=t.stores.getMatchStore(r),a=cr(e,t),o=or(i,e=>e?a(e):sr);if(o!==sr)return o;(e.shouldThrow??!0)&&ne()}function ur(e){return lr({from:e.from,strict:e.strict,structuralSharing:e.structuralSharing,select:t=>e.select?e.select(t.loaderData):t.loaderData})}function dr(e){let{select:t,...n}=e;return lr({...n,select:e=>t?t(e.loaderDeps):e.loaderDeps})}function fr(e){return lr({from:e.from,shouldThrow:e.shouldThrow,structuralSharing:e.structuralSharing,strict:e.strict,select:t=>{let n=e.strict===!1?t.params:t._strictParams;return e.select?e.select(n):n}})}function pr(e){return lr({from:e.from,strict:e.strict,shouldThrow:e.shouldThrow,structuralSharing:e.structuralSharing,select:t=>e.select?e.select(t.search):t.search})}function mr(e){let t=R();return s.useCallback(n=>t.navigate({...n,from:n.from??e?.from}),[e?.from,t])}function hr(e){return lr({...e,select:t=>e.select?e.select(t.context):t.context})}function gr(...e){let t=s.useRef(e),n=t.current;return e.forEach((e,t)=>{v(n[t],e,!1,!0)||(n[t]=e)}),t.current}function _r(e,t){e.preloadRoute(t).catch(e=>{console.warn(e),console.warn(wn)})}function vr(e,t){let n=typeof e==`string`&&w(e);if(n)return t.has(n)?e:null}function yr(e,t,n,r){let i=ae(e.pathname,r),a=ae(t.pathname,r);return(n?.exact?i!==a:!i.startsWith(a)||i.length!==a.length&&i[a.length]!==`/`)||(n?.includeSearch??!0)&&!v(e.search,t.search,!n?.exact,n?.explicitUndefined)?!1:!n?.includeHash||e.hash===t.hash}function br(e,t,n){let r=R(),i=s.useRef(null),a=s.useCallback(e=>{if(i.current=e,typeof t==`function`)return t(e);t&&(t.current=e)},[t]),{activeOptions:o,to:c,preload:l,preloadDelay:u,disabled:d,target:f,onClick:p,onBlur:m,onFocus:h,onMouseEnter:g,onMouseLeave:_,onTouchStart:v}=e,[y,b,x]=gr(e.search,e.params,o),S=s.useContext(In),C=(r.stores._linkScopes??={})[S]??=Fn(r,S),[T,E,D]=s.useMemo(()=>{let t=vr(c,r.protocolAllowlist);if(t!==void 0){let n=[t??void 0];return[e,()=>n]}let n={...e},i,a,o,s=()=>{let e=C[0]();if(e!==i){n._fromLocation=e;let t=r.buildLocation(n),o=Or(t,r,d),s=d||o&&!w(o)?yr(e,t,x,r.basepath):void 0;a&&a[0]===o&&a[1]===s||(a=[o,s]),i=e}return a};return[n,s,x?.includeHash&&(()=>{let e=s();return e[1]?o??=[e[0],!1]:e})]},[r,C,e.from,e.hash,e.href,c,y,b,e.state,e.mask,e.unsafeRelative,x,d]),[ee,te]=s.useSyncExternalStore(C[1],E,D||E),ne=te===void 0&&ee,O=d||ee===void 0,re=s.useRef(!1),k=e.reloadDocument||ne||O?!1:l??r.options.defaultPreload,ie=u??r.options.defaultPreloadDelay??0,ae=s.useCallback(e=>{let t=e?.isIntersecting;t??k===`intent`?ie?i.t??=setTimeout(()=>{i.t=void 0,_r(r,T)},ie):_r(r,T):t===!1&&Er(i)},[r,T,i,k,ie]);s.useEffect(()=>{if(!k)return;k===`render`&&!re.current&&(re.current=!0,_r(r,T));let e=!0,t;return k===`viewport`&&i.current&&typeof IntersectionObserver==`function`&&(t=new IntersectionObserver(t=>{e&&ae(t.pop())},{rootMargin:`100px`}),t.observe(i.current)),()=>{e=!1,t?.disconnect(),Er(i)}},[r,T,k,ae,i]);let A=wr(e,n);if(A.ref=t?a:i,ne)return A.href=ne,A;let oe=t=>{let n=f??t.currentTarget.getAttribute(`target`);O||t.metaKey||t.altKey||t.ctrlKey||t.shiftKey||t.defaultPrevented||n&&n!==`_self`||t.button!==0||(t.preventDefault(),Er(i),r.navigate({...e,_fromLocation:T._fromLocation}))},se=()=>{k===`intent`&&_r(r,T)},ce=()=>{k===`intent`&&Er(i)};return A.onClick=Dr(p,oe),A.onBlur=Dr(m,ce),A.onFocus=Dr(h,ae),A.onMouseEnter=Dr(g,ae),A.onMouseLeave=Dr(_,ce),A.onTouchStart=Dr(v,se),Tr(A,e,te,ee,O,n)}var xr={},Sr={className:`active`},Cr=new Set([`to`,`params`,`search`,`hash`,`state`,`mask`,`from`,`unsafeRelative`,`reloadDocument`,`preload`,`preloadDelay`,`preloadIntentProximity`,`hashScrollIntoView`,`replace`,`startTransition`,`resetScroll`,`viewTransition`,`ignoreBlocker`,`activeProps`,`inactiveProps`,`activeOptions`,`_asChild`]);function wr(e,t){let n={};for(let r in e)Cr.has(r)||r===`type`&&t!==void 0||r===`disabled`&&t===`a`||(n[r]=e[r]);return n}function Tr(e,t,n,r,i,a){let{activeProps:o,inactiveProps:s,className:c,style:l,target:u}=t,f=d(n?o:s,{})??(n?Sr:xr);Object.assign(e,f),e.href=r,a!==`a`&&(e.disabled=i),e.target=u;let p=f.style;(l||p)&&(e.style=l&&p?{...l,...p}:l||p);let m=f.className;return(c||m)&&(e.className=c?m?`${c} ${m}`:c:m),i&&(e.role=`link`,e[`aria-disabled`]=!0),n&&(e[`data-status`]=`active`,e[`aria-current`]=`page`),e}var Er=e=>{clearTimeout(e.t),e.t=void 0},Dr=(e,t)=>e?n=>n.defaultPrevented||(e(n),n.defaultPrevented||t(n)):t;function Or(e,t,n){if(n)return;let r=e.maskedLocation??e,i=r.external?r.publicHref:t.history.createHref(r.publicHref)||`/`;if(!r.external&&i===r.publicHref||!E(i,t.protocolAllowlist))return i}function kr(e){return s.forwardRef(function(t,n){return(0,L.jsx)(Ar,{...t,_asChild:e,ref:n})})}var Ar=s.memo(s.forwardRef((e,t)=>{let n=e._asChild||`a`,r=br(e,t,n),i=typeof e.children==`function`?e.children({isActive:r[`data-status`]===`active`}):e.children;return s.createElement(n,r,i)}),jr);function jr(e,t){let n=0;for(let r in t)if(n++,e[r]!==t[r]&&(!Cr.has(r)||!v(e[r],t[r],!1,!0)))return!1;for(let t in e)n--;return n===0}var Mr=class extends Tn{constructor(e){super(e),this.useMatch=e=>lr({...e,from:this.id}),this.useRouteContext=e=>hr({...e,from:this.id}),this.useSearch=e=>pr({...e,from:this.id}),this.useParams=e=>fr({...e,from:this.id}),this.useLoaderDeps=e=>dr({...e,from:this.id}),this.useLoaderData=e=>ur({...e,from:this.id}),this.useNavigate=()=>mr({from:this.fullPath}),this.Link=s.forwardRef((e,t)=>(0,L.jsx)(Ar,{ref:t,from:this.fullPath,...e}))}};function Nr(e){return new Mr(e)}var Pr=class extends En{constructor(e){super(e),this.useMatch=e=>lr({...e,from:this.id}),this.useRouteContext=e=>hr({...e,from:this.id}),this.useSearch=e=>pr({...e,from:this.id}),this.useParams=e=>fr({...e,from:this.id}),this.useLoaderDeps=e=>dr({...e,from:this.id}),this.useLoaderData=e=>ur({...e,from:this.id}),this.useNavigate=()=>mr({from:this.fullPath}),this.Link=s.forwardRef((e,t)=>(0,L.jsx)(Ar,{ref:t,from:this.fullPath,...e}))}};function Fr(e){return new Pr(e)}function Ir(e,t){let n,r,i,a=()=>(n||=(i=void 0,e().then(e=>{n=void 0,o.preload=void 0,r=e[t??`default`]}).catch(e=>{n=void 0,i=e})),n),o=function(e){if(i){if(y(i)&&typeof sessionStorage<`u`){let e=`tanstack_router_reload:${i.message}`;if(!sessionStorage.getItem(e))throw sessionStorage.setItem(e,`1`),window.location.reload(),new Promise(()=>{})}throw i}if(!r){if(c)c(a());else throw a()}return s.createElement(r,e)};return o.preload=a,o}function Lr(e){let t=R(),n=`not-found-${or(t.stores.location,e=>e.pathname)}-${or(t.stores.status)}`;return(0,L.jsx)(Dn,{getResetKey:()=>n,onCatch:(t,n)=>{if(ue(t))e.onCatch?.(t,n);else throw t},errorComponent:({error:t})=>{if(ue(t))return e.fallback?.(t);throw t},children:e.children})}function Rr(){return(0,L.jsx)(`p`,{children:`Not Found`})}function zr(e,t,n){return t.options.notFoundComponent?(0,L.jsx)(t.options.notFoundComponent,{...n}):e.options.defaultNotFoundComponent?(0,L.jsx)(e.options.defaultNotFoundComponent,{...n}):(0,L.jsx)(Rr,{})}function Br(e,t){let n=t?.options.pendingComponent??e.options.defaultPendingComponent;return n?(0,L.jsx)(n,{}):null}var Vr=(e,t)=>e[0]===t[0]&&e[1]===t[1],Hr=(e,t,n)=>!t.isRoot||t.options.shellComponent||t.options.wrapInSuspense||n===!1||n===`data-only`||!e.ssr,Ur=s.memo(function({routeId:e}){let t=R();return Wr(t,or(t.stores.getMatchStore(e)))});function Wr(e,t){let n=e.routesById[t.routeId],r=Br(e,n),i=n.options.errorComponent??e.options.defaultErrorComponent,a=n.options.onCatch??e.options.defaultOnCatch,o=n.isRoot?n.options.notFoundComponent??e.options.notFoundRoute?.options.component:n.options.notFoundComponent,c=t.ssr===!1||t.ssr===`data-only`,l=Hr(e,n,t.ssr)&&(n.options.wrapInSuspense??r??(n.options.errorComponent?.preload||c)),u=(0,L.jsx)(Gr,{match:t});c&&(u=(0,L.jsx)(jn,{fallback:r,children:u})),o&&(u=(0,L.jsx)(Lr,{fallback:e=>{if(e.routeId??=t.routeId,e.routeId!==t.routeId)throw e;return s.createElement(o,e)},children:u})),i&&(u=(0,L.jsx)(Dn,{getResetKey:()=>t,errorComponent:i,onCatch:(e,n)=>{if(ue(e))throw e.routeId??=t.routeId,e;a?.(e,n)},children:u})),l&&(u=(0,L.jsx)(s.Suspense,{fallback:r,children:u}));let d=n.isRoot&&n.options.shellComponent;return d?(0,L.jsx)(In.Provider,{value:t.routeId,children:(0,L.jsxs)(d,{children:[u,null]})}):(0,L.jsxs)(In.Provider,{value:t.routeId,children:[u,null]})}var Gr=s.memo(function({match:e}){let t=R(),n=e.routeId,r=t.routesById[n],i=s.useMemo(()=>{let i=(r.options.remountDeps??t.options.defaultRemountDeps)?.({routeId:n,loaderDeps:e.loaderDeps,params:e._strictParams,search:e._strictSearch});return i?JSON.stringify(i):void 0},[n,e.loaderDeps,e._strictParams,e._strictSearch,r.options.remountDeps,t.options.defaultRemountDeps]),a=s.useMemo(()=>{let e=r.options.component??t.options.defaultComponent;return e?(0,L.jsx)(e,{},i):(0,L.jsx)(Kr,{})},[i,r.options.component,t.options.defaultComponent]);if(e.status===`pending`){if(t.ssr&&!Hr(t,r,e.ssr))return a;if(t._tx)throw t._tx[5];return Br(t,r)}if(e.status===`notFound`)return zr(t,r,e.error);if(e.status===`error`)throw e.error;return a}),Kr=s.memo(function(){let e=R(),t=s.useContext(In),n,r,i;{let a=e.stores.getMatchStore(t);[n,r]=or(a,e=>[!!e._notFound,e.error],{compare:Vr}),i=or(e.stores.ids,e=>e[e.indexOf(t)+1])}if(n)return zr(e,e.routesById[t],r);if(!i)return null;let a=(0,L.jsx)(Ur,{routeId:i});return t===`__root__`?(0,L.jsx)(s.Suspense,{fallback:Br(e),children:a}):a});function qr(e,t){let n=e[1];e.length=0,n?.(t)}function Jr({t:e}){let t=R(),n=t._rendered??=[];return t.startTransition=(r,i)=>new Promise(a=>{qr(n,!1),n.push(i,a),e(t),s.startTransition(r)}),l(()=>{let e=t.history.subscribe(t.load);t.updateLatestLocation();let r=t.latestLocation,i=t.buildLocation({to:r.pathname,search:!0,params:!0,hash:!0,state:!0,_includeValidateSearch:!0});if(k(r.publicHref)!==k(i.publicHref))return t.commitLocation({...i,replace:!0,ignoreBlocker:!0}),e;let a=t.stores.resolvedLocation.get();return a?.href===r.href&&a.state.__TSR_key===r.state.__TSR_key?n.push(t.stores.matches.get(),e=>{e&&t.emit({type:`onRendered`,...xt(a,a)})}):t._tx||t.load({sync:!0}).catch(console.error),e},[t,t.history]),null}function Yr(){let e=R(),t=e.routesById[Me],n=Br(e,t),r=(0,L.jsxs)(L.Fragment,{children:[(0,L.jsx)(Jr,{t:s.useState()[1]}),e.ssr?(0,L.jsx)(Xr,{}):(0,L.jsx)(s.Suspense,{fallback:n,children:(0,L.jsx)(Xr,{})})]});return e.options.InnerWrap?(0,L.jsx)(e.options.InnerWrap,{children:r}):r}function Xr(){let e=R(),t=e._rendered,n=or(e.stores.matches,e=>t[0]??e),r=n[0],i=r?.routeId;l(()=>{t[0]===n&&qr(t,!0)},[t,n]);let a=i?(0,L.jsx)(Ur,{routeId:i}):null;return e.options.disableGlobalCatchBoundary?a:(0,L.jsx)(Dn,{getResetKey:()=>r,onCatch:void 0,children:a})}var Zr=e=>({createMutableStore:$n,createReadonlyStore:$n,batch:Xn}),Qr=e=>new $r(e),$r=class extends Tt{constructor(e){super(e,Zr)}};function ei({router:e,children:t,...n}){p(n)&&e.update({...e.options,...n,context:{...e.options.context,...n.context}});let r=(0,L.jsx)(Pn.Provider,{value:e,children:t});return e.options.Wrap?(0,L.jsx)(e.options.Wrap,{children:r}):r}function ti({router:e,...t}){return(0,L.jsx)(ei,{router:e,...t,children:(0,L.jsx)(Yr,{})})}function ni(e){let t=R();return or(t.stores.location,cr(e,t))}var ri=a(),ii={NAME:`Name`,DOCUMENT:`Document`,OPERATION_DEFINITION:`OperationDefinition`,VARIABLE_DEFINITION:`VariableDefinition`,SELECTION_SET:`SelectionSet`,FIELD:`Field`,ARGUMENT:`Argument`,FRAGMENT_SPREAD:`FragmentSpread`,INLINE_FRAGMENT:`InlineFragment`,FRAGMENT_DEFINITION:`FragmentDefinition`,VARIABLE:`Variable`,INT:`IntValue`,FLOAT:`FloatValue`,STRING:`StringValue`,BOOLEAN:`BooleanValue`,NULL:`NullValue`,ENUM:`EnumValue`,LIST:`ListValue`,OBJECT:`ObjectValue`,OBJECT_FIELD:`ObjectField`,DIRECTIVE:`Directive`,NAMED_TYPE:`NamedType`,LIST_TYPE:`ListType`,NON_NULL_TYPE:`NonNullType`},ai=class extends Error{constructor(e,t,n,r,i,a,o){super(e),this.name=`GraphQLError`,this.message=e,i&&(this.path=i),t&&(this.nodes=Array.isArray(t)?t:[t]),n&&(this.source=n),r&&(this.positions=r),a&&(this.originalError=a);var s=o;if(!s&&a){var c=a.extensions;c&&typeof c==`object`&&(s=c)}this.extensions=s||{}}toJSON(){return{...this,message:this.message}}toString(){return this.message}get[Symbol.toStringTag](){return`GraphQLError`}},B,V;function H(e){return new ai(`Syntax Error: Unexpected token at ${V} in ${e}`)}function oi(e){if(e.lastIndex=V,e.test(B))return B.slice(V,V=e.lastIndex)}var si=/ +(?=[^\s])/y;function ci(e){for(var t=e.split(`
`),n=``,r=0,i=0,a=t.length-1,o=0;o<t.length;o++)si.lastIndex=0,si.test(t[o])&&(o&&(!r||si.lastIndex<r)&&(r=si.lastIndex),i||=o,a=o);for(var s=i;s<=a;s++)s!==i&&(n+=`
`),n+=t[s].slice(r).replace(/\\"""/g,`"""`);return n}function U(){for(var e=0|B.charCodeAt(V++);e===9||e===10||e===13||e===32||e===35||e===44||e===65279;e=0|B.charCodeAt(V++))if(e===35)for(;(e=0|B.charCodeAt(V++))&&e!==10&&e!==13;);V--}function li(){for(var e=V,t=0|B.charCodeAt(V++);t>=48&&t<=57||t>=65&&t<=90||t===95||t>=97&&t<=122;t=0|B.charCodeAt(V++));if(e===V-1)throw H(`Name`);var n=B.slice(e,--V);return U(),n}function W(){return{kind:`Name`,value:li()}}var ui=/(?:"""|(?:[\s\S]*?[^\\])""")/y,di=/(?:(?:\.\d+)?[eE][+-]?\d+|\.\d+)/y;function fi(e){var t;switch(B.charCodeAt(V)){case 91:V++,U();for(var n=[];B.charCodeAt(V)!==93;)n.push(fi(e));return V++,U(),{kind:`ListValue`,values:n};case 123:V++,U();for(var r=[];B.charCodeAt(V)!==125;){var i=W();if(B.charCodeAt(V++)!==58)throw H(`ObjectField`);U(),r.push({kind:`ObjectField`,name:i,value:fi(e)})}return V++,U(),{kind:`ObjectValue`,fields:r};case 36:if(e)throw H(`Variable`);return V++,{kind:`Variable`,name:W()};case 34:if(B.charCodeAt(V+1)===34&&B.charCodeAt(V+2)===34){if(V+=3,(t=oi(ui))==null)throw H(`StringValue`);return U(),{kind:`StringValue`,value:ci(t.slice(0,-3)),block:!0}}var a=V,o;V++;var s=!1;for(o=0|B.charCodeAt(V++);o===92&&(V++,s=!0)||o!==10&&o!==13&&o!==34&&o;o=0|B.charCodeAt(V++));if(o!==34)throw H(`StringValue`);return t=B.slice(a,V),U(),{kind:`StringValue`,value:s?JSON.parse(t):t.slice(1,-1),block:!1};case 45:case 48:case 49:case 50:case 51:case 52:case 53:case 54:case 55:case 56:case 57:for(var c=V++,l;(l=0|B.charCodeAt(V++))>=48&&l<=57;);var u=B.slice(c,--V);if((l=B.charCodeAt(V))===46||l===69||l===101){if((t=oi(di))==null)throw H(`FloatValue`);return U(),{kind:`FloatValue`,value:u+t}}return U(),{kind:`IntValue`,value:u};case 110:if(B.charCodeAt(V+1)===117&&B.charCodeAt(V+2)===108&&B.charCodeAt(V+3)===108)return V+=4,U(),{kind:`NullValue`};break;case 116:if(B.charCodeAt(V+1)===114&&B.charCodeAt(V+2)===117&&B.charCodeAt(V+3)===101)return V+=4,U(),{kind:`BooleanValue`,value:!0};break;case 102:if(B.charCodeAt(V+1)===97&&B.charCodeAt(V+2)===108&&B.charCodeAt(V+3)===115&&B.charCodeAt(V+4)===101)return V+=5,U(),{kind:`BooleanValue`,value:!1}}return{kind:`EnumValue`,value:li()}}function pi(e){if(B.charCodeAt(V)===40){var t=[];V++,U();do{var n=W();if(B.charCodeAt(V++)!==58)throw H(`Argument`);U(),t.push({kind:`Argument`,name:n,value:fi(e)})}while(B.charCodeAt(V)!==41);return V++,U(),t}}function mi(e){if(B.charCodeAt(V)===64){var t=[];do V++,t.push({kind:`Directive`,name:W(),arguments:pi(e)});while(B.charCodeAt(V)===64);return t}}function hi(){for(var e=0;B.charCodeAt(V)===91;)e++,V++,U();var t={kind:`NamedType`,name:W()};do if(B.charCodeAt(V)===33&&(V++,U(),t={kind:`NonNullType`,type:t}),e){if(B.charCodeAt(V++)!==93)throw H(`NamedType`);U(),t={kind:`ListType`,type:t}}while(e--);return t}function gi(){if(B.charCodeAt(V++)!==123)throw H(`SelectionSet`);return U(),_i()}function _i(){var e=[];do if(B.charCodeAt(V)===46){if(B.charCodeAt(++V)!==46||B.charCodeAt(++V)!==46)throw H(`SelectionSet`);switch(V++,U(),B.charCodeAt(V)){case 64:e.push({kind:`InlineFragment`,typeCondition:void 0,directives:mi(!1),selectionSet:gi()});break;case 111:B.charCodeAt(V+1)===110?(V+=2,U(),e.push({kind:`InlineFragment`,typeCondition:{kind:`NamedType`,name:W()},directives:mi(!1),selectionSet:gi()})):e.push({kind:`FragmentSpread`,name:W(),directives:mi(!1)});break;case 123:V++,U(),e.push({kind:`InlineFragment`,typeCondition:void 0,directives:void 0,selectionSet:_i()});break;default:e.push({kind:`FragmentSpread`,name:W(),directives:mi(!1)})}}else{var t=W(),n=void 0;B.charCodeAt(V)===58&&(V++,U(),n=t,t=W());var r=pi(!1),i=mi(!1),a=void 0;B.charCodeAt(V)===123&&(V++,U(),a=_i()),e.push({kind:`Field`,alias:n,name:t,arguments:r,directives:i,selectionSet:a})}while(B.charCodeAt(V)!==125);return V++,U(),{kind:`SelectionSet`,selections:e}}function vi(){if(U(),B.charCodeAt(V)===40){var e=[];V++,U();do{var t=void 0;if(B.charCodeAt(V)===34&&(t=fi(!0)),B.charCodeAt(V++)!==36)throw H(`Variable`);var n=W();if(B.charCodeAt(V++)!==58)throw H(`VariableDefinition`);U();var r=hi(),i=void 0;B.charCodeAt(V)===61&&(V++,U(),i=fi(!0)),U();var a={kind:`VariableDefinition`,variable:{kind:`Variable`,name:n},type:r,defaultValue:i,directives:mi(!0)};t&&(a.description=t),e.push(a)}while(B.charCodeAt(V)!==41);return V++,U(),e}}function yi(e){var t=W();if(B.charCodeAt(V++)!==111||B.charCodeAt(V++)!==110)throw H(`FragmentDefinition`);U();var n={kind:`FragmentDefinition`,name:t,typeCondition:{kind:`NamedType`,name:W()},directives:mi(!1),selectionSet:gi()};return e&&(n.description=e),n}function bi(){var e=[];do{var t=void 0;if(B.charCodeAt(V)===34&&(t=fi(!0)),B.charCodeAt(V)===123){if(t)throw H(`Document`);V++,U(),e.push({kind:`OperationDefinition`,operation:`query`,name:void 0,variableDefinitions:void 0,directives:void 0,selectionSet:_i()})}else{var n=li();switch(n){case`fragment`:e.push(yi(t));break;case`query`:case`mutation`:case`subscription`:var r,i=void 0;(r=B.charCodeAt(V))!==40&&r!==64&&r!==123&&(i=W());var a={kind:`OperationDefinition`,operation:n,name:i,variableDefinitions:vi(),directives:mi(!1),selectionSet:gi()};t&&(a.description=t),e.push(a);break;default:throw H(`Document`)}}}while(V<B.length);return e}function xi(e,t){return B=e.body?e.body:e,V=0,U(),t&&t.noLocation?{kind:`Document`,definitions:bi()}:{kind:`Document`,definitions:bi(),loc:{start:0,end:B.length,startToken:void 0,endToken:void 0,source:{body:B,name:`graphql.web`,locationOffset:{line:1,column:1}}}}}function G(e,t,n){for(var r=``,i=0;i<e.length;i++)i&&(r+=t),r+=n(e[i]);return r}function Si(e){return JSON.stringify(e)}function Ci(e){return`"""
`+e.replace(/"""/g,`\\"""`)+`
"""`}var K=`
`,q={OperationDefinition(e){var t=``;e.description&&(t+=q.StringValue(e.description)+`
`),t+=e.operation,e.name&&(t+=` `+e.name.value),e.variableDefinitions&&e.variableDefinitions.length&&(e.name||(t+=` `),t+=`(`+G(e.variableDefinitions,`, `,q.VariableDefinition)+`)`),e.directives&&e.directives.length&&(t+=` `+G(e.directives,` `,q.Directive));var n=q.SelectionSet(e.selectionSet);return t===`query`?n:t+` `+n},VariableDefinition(e){var t=``;return e.description&&(t+=q.StringValue(e.description)+` `),t+=q.Variable(e.variable)+`: `+J(e.type),e.defaultValue&&(t+=` = `+J(e.defaultValue)),e.directives&&e.directives.length&&(t+=` `+G(e.directives,` `,q.Directive)),t},Field(e){var t=e.alias?e.alias.value+`: `+e.name.value:e.name.value;if(e.arguments&&e.arguments.length){var n=G(e.arguments,`, `,q.Argument);t.length+n.length+2>80?t+=`(`+(K+=`  `)+G(e.arguments,K,q.Argument)+(K=K.slice(0,-2))+`)`:t+=`(`+n+`)`}return e.directives&&e.directives.length&&(t+=` `+G(e.directives,` `,q.Directive)),e.selectionSet&&e.selectionSet.selections.length&&(t+=` `+q.SelectionSet(e.selectionSet)),t},StringValue(e){return e.block?Ci(e.value).replace(/\n/g,K):Si(e.value)},BooleanValue:e=>``+e.value,NullValue:e=>`null`,IntValue:e=>e.value,FloatValue:e=>e.value,EnumValue:e=>e.value,Name:e=>e.value,Variable:e=>`$`+e.name.value,ListValue:e=>`[`+G(e.values,`, `,J)+`]`,ObjectValue:e=>`{`+G(e.fields,`, `,q.ObjectField)+`}`,ObjectField:e=>e.name.value+`: `+J(e.value),Document(e){return!e.definitions||!e.definitions.length?``:G(e.definitions,`

`,J)},SelectionSet:e=>`{`+(K+=`  `)+G(e.selections,K,J)+(K=K.slice(0,-2))+`}`,Argument:e=>e.name.value+`: `+J(e.value),FragmentSpread(e){var t=`...`+e.name.value;return e.directives&&e.directives.length&&(t+=` `+G(e.directives,` `,q.Directive)),t},InlineFragment(e){var t=`...`;return e.typeCondition&&(t+=` on `+e.typeCondition.name.value),e.directives&&e.directives.length&&(t+=` `+G(e.directives,` `,q.Directive)),t+=` `+q.SelectionSet(e.selectionSet)},FragmentDefinition(e){var t=``;return e.description&&(t+=q.StringValue(e.description)+`
`),t+=`fragment `+e.name.value,t+=` on `+e.typeCondition.name.value,e.directives&&e.directives.length&&(t+=` `+G(e.directives,` `,q.Directive)),t+` `+q.SelectionSet(e.selectionSet)},Directive(e){var t=`@`+e.name.value;return e.arguments&&e.arguments.length&&(t+=`(`+G(e.arguments,`, `,q.Argument)+`)`),t},NamedType:e=>e.name.value,ListType:e=>`[`+J(e.type)+`]`,NonNullType:e=>J(e.type)+`!`},J=e=>q[e.kind](e);function wi(e){return K=`
`,q[e.kind]?q[e.kind](e):``}var Ti=()=>{},Y=Ti;function X(e){return{tag:0,0:e}}function Ei(e){return{tag:1,0:e}}var Di=()=>typeof Symbol==`function`&&Symbol.asyncIterator||`@@asyncIterator`,Oi=e=>e;function Z(e){return t=>n=>{var r=Y;t((t=>{t===0?n(0):t.tag===0?(r=t[0],n(t)):e(t[0])?n(t):r(0)}))}}function ki(e){return t=>n=>t((t=>{t===0||t.tag===0?n(t):n(Ei(e(t[0])))}))}function Ai(e){return t=>n=>{var r=[],i=Y,a=!1,o=!1;t((t=>{o||(t===0?(o=!0,r.length||n(0)):t.tag===0?i=t[0]:(a=!1,(function(e){var t=Y;e((e=>{if(e===0){if(r.length){var s=r.indexOf(t);s>-1&&(r=r.slice()).splice(s,1),r.length||(o?n(0):a||(a=!0,i(0)))}}else e.tag===0?(r.push(t=e[0]),t(0)):r.length&&(n(e),t(0))}))})(e(t[0])),a||(a=!0,i(0))))})),n(X((e=>{if(e===1){o||(o=!0,i(1));for(var t=0,n=r,s=r.length;t<s;t++)n[t](1);r.length=0}else{!o&&!a?(a=!0,i(0)):a=!1;for(var c=0,l=r,u=r.length;c<u;c++)l[c](0)}})))}}function ji(e){return Ai(Oi)(e)}function Mi(e){return ji(Wi(e))}function Ni(e){return t=>n=>{var r=!1;t((t=>{if(!r){if(t===0)r=!0,n(0),e();else if(t.tag===0){var i=t[0];n(X((t=>{t===1?(r=!0,i(1),e()):i(t)})))}else n(t)}}))}}function Pi(e){return t=>n=>{var r=!1;t((t=>{if(!r){if(t===0)r=!0,n(0);else if(t.tag===0){var i=t[0];n(X((e=>{e===1&&(r=!0),i(e)})))}else e(t[0]),n(t)}}))}}function Fi(e){return t=>n=>t((t=>{t===0?n(0):t.tag===0?(n(t),e()):n(t)}))}function Ii(e){var t=[],n=Y,r=!1;return i=>{t.push(i),t.length===1&&e((e=>{if(e===0){for(var i=0,a=t,o=t.length;i<o;i++)a[i](0);t.length=0}else if(e.tag===0)n=e[0];else{r=!1;for(var s=0,c=t,l=t.length;s<l;s++)c[s](e)}})),i(X((e=>{if(e===1){var a=t.indexOf(i);a>-1&&(t=t.slice()).splice(a,1),t.length||n(1)}else r||(r=!0,n(0))})))}}function Li(e){return t=>n=>{var r=Y,i=Y,a=!1,o=!1,s=!1,c=!1;t((t=>{c||(t===0?(c=!0,s||n(0)):t.tag===0?r=t[0]:(s&&(i(1),i=Y),a?a=!1:(a=!0,r(0)),(function(e){s=!0,e((e=>{s&&(e===0?(s=!1,c?n(0):a||(a=!0,r(0))):e.tag===0?(o=!1,(i=e[0])(0)):(n(e),o?o=!1:i(0)))}))})(e(t[0]))))})),n(X((e=>{e===1?(c||(c=!0,r(1)),s&&(s=!1,i(1))):(!c&&!a&&(a=!0,r(0)),s&&!o&&(o=!0,i(0)))})))}}function Ri(e){return t=>n=>{var r=Y,i=!1,a=0;t((t=>{i||(t===0?(i=!0,n(0)):t.tag===0?e<=0?(i=!0,n(0),t[0](1)):r=t[0]:a++<e?(n(t),!i&&a>=e&&(i=!0,n(0),r(1))):n(t))})),n(X((t=>{t===1&&!i?(i=!0,r(1)):t===0&&!i&&a<e&&r(0)})))}}function zi(e){return t=>n=>{var r=Y,i=Y,a=!1;t((t=>{a||(t===0?(a=!0,i(1),n(0)):t.tag===0?(r=t[0],e((e=>{e===0||(e.tag===0?(i=e[0])(0):(a=!0,i(1),r(1),n(0)))}))):n(t))})),n(X((e=>{e===1&&!a?(a=!0,r(1),i(1)):a||r(0)})))}}function Bi(e,t){return n=>r=>{var i=Y,a=!1;n((n=>{a||(n===0?(a=!0,r(0)):n.tag===0?(i=n[0],r(n)):e(n[0])?r(n):(a=!0,t&&r(n),r(0),i(1)))}))}}function Vi(e){return t=>e()(t)}function Hi(e){return t=>{var n=e[Di()]&&e[Di()]()||e,r=!1,i=!1,a=!1,o;t(X((async e=>{if(e===1)r=!0,n.return&&n.return();else if(i)a=!0;else{for(a=i=!0;a&&!r;)if((o=await n.next()).done)r=!0,n.return&&await n.return(),t(0);else try{a=!1,t(Ei(o.value))}catch(e){if(n.throw)(r=!!(await n.throw(e)).done)&&t(0);else throw e}i=!1}})))}}function Ui(e){return e[Di()]?Hi(e):t=>{var n=e[Symbol.iterator](),r=!1,i=!1,a=!1,o;t(X((e=>{if(e===1)r=!0,n.return&&n.return();else if(i)a=!0;else{for(a=i=!0;a&&!r;)if((o=n.next()).done)r=!0,n.return&&n.return(),t(0);else try{a=!1,t(Ei(o.value))}catch(e){if(n.throw)(r=!!n.throw(e).done)&&t(0);else throw e}i=!1}})))}}var Wi=Ui;function Gi(e){return t=>{var n=!1;t(X((r=>{r===1?n=!0:n||(n=!0,t(Ei(e)),t(0))})))}}function Ki(e){return t=>{var n=!1,r=e({next(e){n||t(Ei(e))},complete(){n||(n=!0,t(0))}});t(X((e=>{e===1&&!n&&(n=!0,r())})))}}function qi(){var e,t;return{source:Ii(Ki((n=>(e=n.next,t=n.complete,Ti)))),next(t){e&&e(t)},complete(){t&&t()}}}function Ji(e){return Ki((t=>(e.then((e=>{Promise.resolve(e).then((()=>{t.next(e),t.complete()}))})),Ti)))}function Yi(e){return t=>{var n=Y,r=!1;return t((t=>{t===0?r=!0:t.tag===0?(n=t[0])(0):r||(e(t[0]),n(0))})),{unsubscribe(){r||(r=!0,n(1))}}}}function Xi(e){Yi((e=>{}))(e)}function Zi(e){return new Promise((t=>{var n=Y,r;e((e=>{e===0?Promise.resolve(r).then(t):e.tag===0?(n=e[0])(0):(r=e[0],n(0))}))}))}var Qi=(...e)=>{for(var t=e[0],n=1,r=e.length;n<r;n++)t=e[n](t);return t},$i=e=>e&&typeof e.message==`string`&&(e.extensions||e.name===`GraphQLError`)?e:typeof e==`object`&&typeof e.message==`string`?new ai(e.message,e.nodes,e.source,e.positions,e.path,e,e.extensions||{}):new ai(e),ea=class extends Error{constructor(e){var t=(e.graphQLErrors||[]).map($i),n=((e,t)=>{var n=``;if(e)return`[Network] ${e.message}`;if(t)for(var r=0,i=t.length;r<i;r++)n&&(n+=`
`),n+=`[GraphQL] ${t[r].message}`;return n})(e.networkError,t);super(n),this.name=`CombinedError`,this.message=n,this.graphQLErrors=t,this.networkError=e.networkError,this.response=e.response}toString(){return this.message}},ta=(e,t)=>{for(var n=0|(t||5381),r=0,i=0|e.length;r<i;r++)n=(n<<5)+n+e.charCodeAt(r);return n},na=new Set,ra=new WeakMap,ia=(e,t)=>{if(e===null||na.has(e))return`null`;if(typeof e!=`object`)return JSON.stringify(e)||``;if(e.toJSON)return ia(e.toJSON(),t);if(Array.isArray(e)){for(var n=`[`,r=0,i=e.length;r<i;r++)n.length>1&&(n+=`,`),n+=ia(e[r],t)||`null`;return n+=`]`}if(!t&&(sa!==oa&&e instanceof sa||ca!==oa&&e instanceof ca))return`null`;var a=Object.keys(e).sort();if(!a.length&&e.constructor&&Object.getPrototypeOf(e).constructor!==Object.prototype.constructor){var o=ra.get(e)||Math.random().toString(36).slice(2);return ra.set(e,o),ia({__key:o},t)}na.add(e);for(var s=`{`,c=0,l=a.length;c<l;c++){var u=ia(e[a[c]],t);u&&(s.length>1&&(s+=`,`),s+=ia(a[c],t)+`:`+u)}return na.delete(e),s+=`}`},aa=(e,t)=>(na.clear(),ia(e,t||!1)),oa=class{},sa=typeof File<`u`?File:oa,ca=typeof Blob<`u`?Blob:oa,la=/("{3}[\s\S]*"{3}|"(?:\\.|[^"])*")/g,ua=/(?:#[^\n\r]+)?(?:[\r\n]+|$)/g,da=(e,t)=>t%2==0?e.replace(ua,`
`):e,fa=e=>e.split(la).map(da).join(``).trim(),pa=new Map,ma=new Map,ha=e=>{var t;return typeof e==`string`?t=fa(e):e.loc&&ma.get(e.__key)===e?t=e.loc.source.body:(t=pa.get(e)||fa(wi(e)),pa.set(e,t)),typeof e!=`string`&&!e.loc&&(e.loc={start:0,end:t.length,source:{body:t,name:`gql`,locationOffset:{line:1,column:1}}}),t},ga=e=>{var t;if(e.documentId)t=ta(e.documentId);else if(t=ta(ha(e)),e.definitions){var n=ya(e);n&&(t=ta(`\n# ${n}`,t))}return t},_a=e=>{var t,n;return typeof e==`string`?(t=ga(e),n=ma.get(t)||xi(e,{noLocation:!0})):(t=e.__key||ga(e),n=ma.get(t)||e),n.loc||ha(n),n.__key=t,ma.set(t,n),n},va=(e,t,n)=>{var r=t||{},i=_a(e),a=aa(r,!0),o=i.__key;return a!==`{}`&&(o=ta(a,o)),{key:o,query:i,variables:r,extensions:n}},ya=e=>{for(var t=0,n=e.definitions.length;t<n;t++){var r=e.definitions[t];if(r.kind===ii.OPERATION_DEFINITION)return r.name?r.name.value:void 0}},ba=(e,t,n)=>{var r=t.payload||t;if(!(`data`in r||`errors`in r&&Array.isArray(r.errors)))throw Error(`No Content`);var i=e.kind===`subscription`;return{operation:e,data:r.data,error:Array.isArray(r.errors)?new ea({graphQLErrors:r.errors,response:n}):void 0,extensions:r.extensions?{...r.extensions}:void 0,hasNext:t.hasNext==null?i:t.hasNext,stale:!1}},xa=(e,t,n)=>({operation:e,data:void 0,error:new ea({networkError:t,response:n}),extensions:void 0,hasNext:!1,stale:!1}),Sa=(e,t)=>{if(Array.isArray(e))for(var n=0,r=e.length;n<r;n++)Sa(e[n],t);else if(typeof e==`object`&&e)for(var i in e)i===`__typename`&&typeof e[i]==`string`?t.add(e[i]):Sa(e[i],t);return t},Ca=e=>{if(`definitions`in e){for(var t=[],n=0,r=e.definitions.length;n<r;n++){var i=Ca(e.definitions[n]);t.push(i)}return{...e,definitions:t}}if(`directives`in e&&e.directives&&e.directives.length){for(var a=[],o={},s=0,c=e.directives.length;s<c;s++){var l=e.directives[s],u=l.name.value;u[0]===`_`?u=u.slice(1):a.push(l),o[u]=l}e={...e,directives:a,_directives:o}}if(`selectionSet`in e){var d=[],f=e.kind===ii.OPERATION_DEFINITION;if(e.selectionSet){for(var p=0,m=e.selectionSet.selections.length;p<m;p++){var h=e.selectionSet.selections[p];f||=h.kind===ii.FIELD&&h.name.value===`__typename`&&!h.alias;var g=Ca(h);d.push(g)}return f||d.push({kind:ii.FIELD,name:{kind:ii.NAME,value:`__typename`},_generated:!0}),{...e,selectionSet:{...e.selectionSet,selections:d}}}}return e},wa=new Map,Ta=e=>{var t=_a(e),n=wa.get(t.__key);return n||(wa.set(t.__key,n=Ca(t)),Object.defineProperty(n,"__key",{value:t.__key,enumerable:!1})),n};function Ea(e){var t=t=>e(t);return t.toPromise=()=>Zi(Ri(1)(Z((e=>!e.stale&&!e.hasNext))(t))),t.then=(e,n)=>t.toPromise().then(e,n),t.subscribe=e=>Yi(e)(t),t}function Da(e,t,n){return{...t,kind:e,context:t.context?{...t.context,...n}:n||t.context}}var Oa=(e,t)=>Da(e.kind,e,{meta:{...e.context.meta,...t}}),ka=()=>{},Aa=({kind:e})=>e!==`mutation`&&e!==`query`,ja=e=>{var t=Ta(e.query);if(t!==e.query){var n=Da(e.kind,e);return n.query=t,n}return e},Ma=({forward:e,client:t,dispatchDebug:n})=>{var r=new Map,i=new Map,a=e=>e.kind===`query`&&e.context.requestPolicy!==`network-only`&&(e.context.requestPolicy===`cache-only`||r.has(e.key));return n=>Mi([ki((e=>{var n=r.get(e.key),i=n||ba(e,{data:null});return i={...i,operation:Oa(e,{cacheOutcome:n?`hit`:`miss`})},e.context.requestPolicy===`cache-and-network`&&(i.stale=!0,Na(t,e)),i}))(Z((e=>!Aa(e)&&a(e)))(n)),Pi((e=>{var{operation:n}=e;if(n){var a=n.context.additionalTypenames||[];if(e.operation.kind!==`subscription`&&(a=(e=>[...Sa(e,new Set)])(e.data).concat(a)),e.operation.kind===`mutation`||e.operation.kind===`subscription`){for(var o=new Set,s=0;s<a.length;s++){var c=a[s],l=i.get(c);l||i.set(c,l=new Set);for(var u of l.values())o.add(u);l.clear()}for(var d of o.values())r.has(d)&&(n=r.get(d).operation,r.delete(d),Na(t,n))}else if(n.kind===`query`&&e.data){r.set(n.key,e);for(var f=0;f<a.length;f++){var p=a[f],m=i.get(p);m||i.set(p,m=new Set),m.add(n.key)}}}}))(e(Z((e=>e.kind!==`query`||e.context.requestPolicy!==`cache-only`))(ki((e=>Oa(e,{cacheOutcome:`miss`})))(Mi([ki(ja)(Z((e=>!Aa(e)&&!a(e)))(n)),Z((e=>Aa(e)))(n)])))))])},Na=(e,t)=>e.reexecuteOperation(Da(t.kind,t,{requestPolicy:`network-only`})),Pa=e=>({client:t,forward:n,dispatchDebug:r})=>e.reduceRight(((e,n)=>n({client:t,forward(t){return Ii(e(Ii(t)))},dispatchDebug(e){}})),n),Fa=({dispatchDebug:e})=>e=>Z((e=>!1))(e),Ia=function e(t){var n=0,r=new Map,i=new Map,a=new Set,o=[],s={url:t.url,fetchSubscriptions:t.fetchSubscriptions,fetchOptions:t.fetchOptions,fetch:t.fetch,preferGetMethod:t.preferGetMethod==null?`within-url-limit`:t.preferGetMethod,requestPolicy:t.requestPolicy||`cache-first`},c=qi();function l(e){e.kind!==`mutation`&&e.kind!==`teardown`&&a.has(e.key)||(e.kind===`teardown`?a.delete(e.key):e.kind!==`mutation`&&a.add(e.key),c.next(e))}var u=!1;function d(e){if(e&&l(e),!u){for(u=!0;u&&(e=o.shift());)l(e);u=!1}}var f=e=>{var t=zi(Z((t=>t.kind===`teardown`&&t.key===e.key))(c.source))(Z((t=>t.operation.kind===e.kind&&t.operation.key===e.key&&(!t.operation.context._instance||t.operation.context._instance===e.context._instance)))(g));return t=e.kind===`query`?Li((t=>{var n=Gi(t);return t.stale||t.hasNext?n:Mi([n,ki((()=>(t.stale=!0,t)))(Ri(1)(Z((t=>t.key===e.key))(c.source)))])}))(t):Bi((e=>!!e.hasNext),!0)(t),t=e.kind===`mutation`?Fi((()=>{l(e)}))(t):Ni((()=>{a.delete(e.key),r.delete(e.key),i.delete(e.key),u=!1;for(var t=o.length-1;t>=0;t--)o[t].key===e.key&&o.splice(t,1);l(Da(`teardown`,e,e.context))}))(Pi((t=>{if(t.stale){if(!t.hasNext)a.delete(e.key);else for(var n=0;n<o.length;n++){var i=o[n];if(i.key===t.operation.key){a.delete(i.key);break}}}else t.hasNext||a.delete(e.key);r.set(e.key,t)}))(t)),Ii(t)},p=this instanceof e?this:Object.create(e.prototype),m=Object.assign(p,{suspense:!!t.suspense,operations$:c.source,reexecuteOperation(e){if(e.kind===`teardown`)d(e);else if(e.kind===`mutation`)o.push(e),Promise.resolve().then(d);else if(i.has(e.key)){for(var t=!1,n=0;n<o.length;n++)o[n].key===e.key&&(o[n]=e,t=!0);t||a.has(e.key)&&e.context.requestPolicy!==`network-only`?(a.delete(e.key),Promise.resolve().then(d)):(o.push(e),Promise.resolve().then(d))}},createRequestOperation(e,t,r){return r||={},Da(e,t,{_instance:e===`mutation`?n=n+1|0:void 0,...s,...r,requestPolicy:r.requestPolicy||s.requestPolicy,suspense:r.suspense||!1!==r.suspense&&m.suspense})},executeRequestOperation(e){return e.kind===`mutation`?Ea(f(e)):Ea(Vi((()=>{var t=i.get(e.key);t||i.set(e.key,t=f(e)),t=Fi((()=>{d(e)}))(t);var n=r.get(e.key);return e.kind===`query`&&n&&(n.stale||n.hasNext)?Li(Gi)(Mi([t,Z((t=>t===r.get(e.key)))(Gi(n))])):t})))},executeQuery(e,t){var n=m.createRequestOperation(`query`,e,t);return m.executeRequestOperation(n)},executeSubscription(e,t){var n=m.createRequestOperation(`subscription`,e,t);return m.executeRequestOperation(n)},executeMutation(e,t){var n=m.createRequestOperation(`mutation`,e,t);return m.executeRequestOperation(n)},readQuery(e,t,n){var r=null;return Yi((e=>{r=e}))(m.query(e,t,n)).unsubscribe(),r},query:(e,t,n)=>m.executeQuery(va(e,t),n),subscription:(e,t,n)=>m.executeSubscription(va(e,t),n),mutation:(e,t,n)=>m.executeMutation(va(e,t),n)}),h=ka,g=Ii(Pa(t.exchanges)({client:m,dispatchDebug:h,forward:Fa({dispatchDebug:h})})(c.source));return Xi(g),m},La=s.createContext({}),Ra=La.Provider;La.Consumer,La.displayName=`UrqlContext`;var za=()=>s.useContext(La),Ba={fetching:!1,stale:!1,hasNext:!1,error:void 0,data:void 0,extensions:void 0,operation:void 0},Va=(e,t)=>e===t||!(!e||!t||e.key!==t.key),Ha=(e,t)=>{var n={...e,...t,data:t.data!==void 0||t.error?t.data:e.data,fetching:!!t.fetching,stale:!!t.stale,error:t.fetching?e.error:t.error};return((e,t)=>{for(var n in e)if(!(n in t))return!0;for(var r in t)if(r===`operation`?!Va(e[r],t[r]):e[r]!==t[r])return!0;return!1})(e,n)?n:e},Ua=(e,t)=>{for(var n=0,r=t.length;n<r;n++)if(e[n]!==t[n])return!0;return!1},Wa=!1;function Ga(e,t){if(!Wa||t===void 0)try{return Wa=!0,e(t)}finally{Wa=!1}else Promise.resolve(t).then(e)}function Ka(e,t){var n=s.useRef(void 0);return s.useMemo((()=>{var r=va(e,t);return n.current!==void 0&&n.current.key===r.key?n.current:(n.current=r,r)}),[e,t])}var qa=e=>{if(!e._react){var t=new Set,n=new Map;e.operations$&&Yi((e=>{e.kind===`teardown`&&t.has(e.key)&&(t.delete(e.key),n.delete(e.key))}))(e.operations$),e._react={get:e=>n.get(e),set(e,r){t.delete(e),n.set(e,r)},clear(e){t.delete(e),n.delete(e)},dispose(e){t.add(e)}}}return e._react},Ja=(e,t)=>t&&t.suspense!==void 0?!!t.suspense:e.suspense;function Ya(e){var t=za(),n=qa(t),r=Ja(t,e.context),i=Ka(e.query,e.variables),a=s.useMemo((()=>{if(e.pause)return null;var a=t.executeQuery(i,{requestPolicy:e.requestPolicy,...e.context});return r?Pi((e=>{n.set(i.key,e)}))(a):a}),[n,t,i,r,e.pause,e.requestPolicy,e.context]),o=s.useCallback(((e,t)=>{if(!e)return{fetching:!1};var r=n.get(i.key);if(!r){var a,o,s=Yi((e=>{r=e,a&&a(r)}))(Ni((()=>{o&&!r&&(n.get(i.key)===o&&n.clear(i.key),a&&a(void 0))}))(Bi((()=>t&&!a||!r||`hasNext`in r&&r.hasNext))(e)));if(r==null&&t)throw o=new Promise((e=>{a=e})),n.set(i.key,o),o;s.unsubscribe()}else if(t&&r!=null&&`then`in r){var c=r,l=()=>{n.get(i.key)===c&&n.clear(i.key)};throw c.then(l,l),r}if(t&&r!=null&&!(`then`in r)&&r.error){var u=r;queueMicrotask((()=>{n.get(i.key)===u&&n.clear(i.key)}))}return r||{fetching:!0}}),[n,i]),c=[t,i,e.requestPolicy,e.context,e.pause],[l,u]=s.useState((()=>[a,Ha(Ba,Ga((()=>o(a,r)))),c])),d=l[1];a!==l[0]&&Ua(l[2],c)&&u([a,d=Ha(l[1],Ga((()=>o(a,r)))),c]),s.useEffect((()=>{var e=l[0],t=l[2][1],r=!1,i=e=>{r=!0,Ga(u,(t=>{var n=Ha(t[1],e);return t[1]===n?t:[t[0],n,t[2]]}))};if(e){var a=Yi(i)(Ni((()=>{i({fetching:!1})}))(e));return r||i({fetching:!0}),()=>{n.dispose(t.key),a.unsubscribe()}}i({fetching:!1})}),[n,l[0],l[2][1]]);var f=s.useCallback((a=>{var o={requestPolicy:e.requestPolicy,...e.context,...a};Ga(u,(e=>[r?Pi((e=>{n.set(i.key,e)}))(t.executeQuery(i,o)):t.executeQuery(i,o),e[1],c]))}),[t,n,i,r,e.requestPolicy,e.context,e.pause]);return[d,f]}var Xa=class{text;constructor(e){this.text=e}toString(){return this.text}toJSON(){return this.text}},Za=new Set([`payload`,`before`,`after`,`input`,`filter`]);function Qa(e){return new no(e,Za).whole()}var $a=class{text;constructor(e){this.text=e}toJSON(){return this.text}};function eo(e){return new no(e,void 0).whole()}function to(e){return e instanceof Xa||e instanceof $a?e.text:Array.isArray(e)?`[${e.map(e=>to(e??null)).join(`,`)}]`:typeof e==`object`&&e?`{${Object.entries(e).filter(([,e])=>e!==void 0).map(([e,t])=>`${JSON.stringify(e)}:${to(t)}`).join(`,`)}}`:JSON.stringify(e??null)}var no=class{text;raw;at=0;constructor(e,t){this.text=e,this.raw=t}whole(){let e=this.value();return this.space(),this.at<this.text.length&&this.fail(),e}value(){switch(this.space(),this.text[this.at]){case`{`:return this.object();case`[`:return this.array();case`"`:return JSON.parse(this.take(io));default:{let e=this.take(ao);return!this.raw&&/^[-\d]/.test(e)?new $a(e):JSON.parse(e)}}}object(){let e={};this.at++;for(let t=!0;!this.closes(`}`,t);t=!1){this.space();let t=JSON.parse(this.take(io));this.space(),this.text[this.at++]!==`:`&&this.fail(),Object.defineProperty(e,t,{value:this.raw?.has(t)?this.rawValue():this.value(),enumerable:!0,configurable:!0,writable:!0})}return e}array(){let e=[];this.at++;for(let t=!0;!this.closes(`]`,t);t=!1)e.push(this.value());return e}rawValue(){this.space();let e=this.at,t=0;do{this.space();let e=this.text[this.at];(e===`{`||e===`[`)&&t++,(e===`}`||e===`]`)&&t--,e===`"`?this.take(io):e!==void 0&&`{}[],:`.includes(e)?this.at++:this.take(ao)}while(t>0);let n=this.text.slice(e,this.at);return n===`null`?null:new Xa(n)}closes(e,t){this.space();let n=this.text[this.at];return n===e?(this.at++,!0):(t||(n!==`,`&&this.fail(),this.at++),!1)}space(){ro.lastIndex=this.at,ro.test(this.text),this.at=ro.lastIndex}take(e){e.lastIndex=this.at;let t=e.exec(this.text);return t||this.fail(),this.at=e.lastIndex,t[0]}fail(){let e=this.text.slice(0,this.at).split(`
`).length;throw SyntaxError(this.at>=this.text.length?`The JSON ends too early.`:`No JSON from line ${e} on: ${this.text.slice(this.at,this.at+20)}`)}},ro=/[ \t\n\r]*/y,io=/"(?:[^"\\\u0000-\u001f]|\\.)*"/y,ao=/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;function oo(e){let t=[],n=0,r=!1,i=()=>`
`+`  `.repeat(n);for(let[a]of e.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)){let e=a===`}`||a===`]`;e&&n--,r!==e&&t.push(i()),a===`,`?t.push(`,`,i()):t.push(a===`:`?`: `:a),r=a===`{`||a===`[`,r&&n++}return t.join(``)}var so=`/graphql`;function co(e){return Ia({url:so,requestPolicy:`cache-and-network`,exchanges:[Ma,fo(e)]})}var lo=new Map;function uo(e){let t=e.toString().trim(),n=/^(?:query|mutation|subscription) (\w+)/m.exec(t)?.[1];if(!n)throw Error(`an operation has no name`);return lo.set(n,t),t}function fo(e){return()=>t=>{let n=Qi(t,Ii);return Qi(n,Z(e=>e.kind===`query`||e.kind===`mutation`),Ai(t=>Qi(Ji(po(t,e)),zi(Qi(n,Z(e=>e.kind===`teardown`&&e.key===t.key))))))}}async function po(e,t){let n=ya(e.query)??``,r={Accept:`application/graphql-response+json`,"Content-Type":`application/json`},i=t.token();i&&(r.Authorization=`Bearer ${i}`);try{let i=await fetch(so,{method:`POST`,headers:r,body:to({operationName:n,query:lo.get(n),variables:e.variables})}),a=await i.text();return i.status===401&&t.refused(),ba(e,Qa(a),i)}catch(t){return xa(e,t)}}function mo(e){if(!e)return;let t=e.graphQLErrors[0];if(!t)return{code:`NETWORK`,message:`Backbeat could not be reached. Check the connection; nothing was changed unless it says so here.`,violations:[],retryable:!0,extensions:{}};let n=t.extensions,r=e.graphQLErrors.slice(1).map(e=>e.message);return{code:typeof n.code==`string`?n.code:`INTERNAL`,message:[t.message,...r].map(ho).join(` `),violations:Array.isArray(n.violations)?n.violations:[],retryable:n.retryable===!0,extensions:n}}function ho(e){let t=e.trim(),n=/[.!?…]$/.test(t)?t:t+`.`;return/^[a-z]+(?:[\s,:]|$)/.test(n)?n[0].toUpperCase()+n.slice(1):n}function go(e){return e.violations.length===0?e.message:e.violations.map(e=>ho(`${e.path}: ${e.message}`)).join(` `)}function _o(e,t){return e?.violations.filter(e=>e.path===t||e.path.startsWith(t+`.`)||e.path.startsWith(t+`[`))??[]}function vo(e,t){return e?.violations.filter(n=>!t.some(t=>_o(e,t).includes(n)))??[]}function yo(e,t,n={}){let[r,i]=Ya({query:(0,s.useMemo)(()=>uo(e),[e]),variables:t,pause:n.pause}),a=(0,s.useCallback)(()=>i({requestPolicy:`network-only`}),[i]);return(0,s.useEffect)(()=>{if(!n.every||n.pause)return;let e=setInterval(()=>bo()&&a(),n.every);return()=>clearInterval(e)},[n.every,n.pause,a]),{data:r.data,refusal:mo(r.error),loading:r.fetching&&r.data===void 0,updating:r.fetching||r.stale,again:a}}var bo=()=>globalThis.document.visibilityState===`visible`;function xo(e){let t=za(),[n,r]=(0,s.useState)(0);return[(0,s.useCallback)(async n=>{let i=uo(e);r(e=>e+1);try{let e=i.startsWith(`mutation`)?await t.mutation(i,n).toPromise():await t.query(i,n,{requestPolicy:`network-only`}).toPromise(),r=mo(e.error);return r||e.data===void 0?{refusal:r??So}:{data:e.data}}finally{r(e=>e-1)}},[t,e]),n>0]}var So={code:`INTERNAL`,message:`The answer was empty.`,violations:[],retryable:!0,extensions:{}},Q=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new Q(`
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}
    `,{fragmentName:`DeliveryRow`}),new Q(`
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
    `,{fragmentName:`Page`}),new Q(`
    fragment Attempt on DeliveryAttempt {
  __typename
  run
  number
  state
  startedAt
  durationMs
  acknowledged
  failure
  httpStatus
  responseExcerpt
  leaseId
}
    `,{fragmentName:`Attempt`}),new Q(`
    fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}
    `,{fragmentName:`EventRow`}),new Q(`
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
    `,{fragmentName:`InstallationCard`}),new Q(`
    fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}`,{fragmentName:`Changed`}),new Q(`
    fragment OverviewDeliveries on IntegrationDeliveryConnection {
  __typename
  nodes {
    __typename
    id
    type
    entityId
    status
    attempt
    nextAttemptAt
    createdAt
  }
  pageInfo {
    __typename
    hasNextPage
  }
}
    `,{fragmentName:`OverviewDeliveries`}),new Q(`
    fragment OverviewEvents on IntegrationEventConnection {
  __typename
  nodes {
    __typename
    id
    type
    subject
    status
    attempt
    nextAttemptAt
    receivedAt
  }
  pageInfo {
    __typename
    hasNextPage
  }
}
    `,{fragmentName:`OverviewEvents`}),new Q(`
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}
    `,{fragmentName:`SubscriptionRow`}),new Q(`
    fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}
    `,{fragmentName:`Shape`}),new Q(`
    fragment Replay on Replay {
  __typename
  id
  from
  to
  status
  changes
  enqueued
  requestedAt
  completedAt
  subscription {
    __typename
    id
    status
    eventType {
      __typename
      name
    }
    connection {
      __typename
      id
      account
      name
    }
  }
}
    `,{fragmentName:`Replay`});var Co=new Q(`
    query Applications {
  __typename
  applications {
    __typename
    id
    key
    name
    consumer {
      __typename
      id
      endpoint
      interests
      registeredAt
    }
  }
}
    `),wo=new Q(`
    mutation RegisterApplication($input: RegisterApplicationInput!) {
  __typename
  registerApplication(input: $input) {
    __typename
    application {
      __typename
      id
      key
      name
    }
  }
}
    `),To=new Q(`
    query Catalog($kind: EventTypeKind) {
  __typename
  eventTypes(kind: $kind) {
    __typename
    ...Shape
  }
}
    fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}`),Eo=new Q(`
    mutation RegisterEventType($input: RegisterEventTypeInput!) {
  __typename
  registerEventType(input: $input) {
    __typename
    eventType {
      __typename
      ...Shape
    }
  }
}
    fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}`),Do=new Q(`
    query EventTypeNames($kind: EventTypeKind) {
  __typename
  eventTypes(kind: $kind) {
    __typename
    name
    kind
    description
  }
}
    `),Oo=new Q(`
    query Accounts {
  __typename
  installations {
    __typename
    id
    tenant {
      __typename
      id
      name
    }
    integration {
      __typename
      id
      name
    }
    connections {
      __typename
      id
      account
      name
    }
  }
}
    `),ko=new Q(`
    query Deliveries($first: Int, $after: String, $last: Int, $before: String, $filter: IntegrationDeliveryFilter) {
  __typename
  integrationDeliveries(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    __typename
    nodes {
      __typename
      ...DeliveryRow
      subscription {
        __typename
        id
        connection {
          __typename
          id
          account
          name
        }
      }
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}
fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`),Ao=new Q(`
    query Delivery($id: ID!) {
  __typename
  integrationDelivery(id: $id) {
    __typename
    ...DeliveryRow
    changeId
    payload
    subscription {
      __typename
      id
      status
      pauseReason
      mode
      destinationUrl
      deletedAt
      eventType {
        __typename
        name
      }
      connection {
        __typename
        id
        account
        name
      }
      installation {
        __typename
        id
        status
      }
    }
    attempts {
      __typename
      ...Attempt
    }
  }
}
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}
fragment Attempt on DeliveryAttempt {
  __typename
  run
  number
  state
  startedAt
  durationMs
  acknowledged
  failure
  httpStatus
  responseExcerpt
  leaseId
}`),jo=new Q(`
    mutation RetryDelivery($id: ID!) {
  __typename
  retryIntegrationDelivery(id: $id) {
    __typename
    delivery {
      __typename
      id
      status
      attempt
      nextAttemptAt
      settledAt
    }
  }
}
    `),Mo=new Q(`
    subscription DeliveryUpdated($subscriptionId: ID) {
  integrationDeliveryUpdated(subscriptionId: $subscriptionId) {
    __typename
    ...DeliveryRow
    subscription {
      __typename
      id
      connection {
        __typename
        id
        account
        name
      }
    }
  }
}
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}`),No=new Q(`
    query Events($first: Int, $after: String, $last: Int, $before: String, $filter: IntegrationEventFilter) {
  __typename
  integrationEvents(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    __typename
    nodes {
      __typename
      ...EventRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`),Po=new Q(`
    query UnclaimedEvents($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  unclaimedEvents(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      ...EventRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`),Fo=new Q(`
    query DeadEvents($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  deadEvents(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      ...EventRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`),Io=new Q(`
    query Event($id: ID!) {
  __typename
  integrationEvent(id: $id) {
    __typename
    ...EventRow
    occurredAt
    payload
    initiatingApplication {
      __typename
      id
      key
      name
    }
    handledBy {
      __typename
      id
      key
      name
    }
    routingAttempts {
      __typename
      number
      state
      claimedAt
      settledAt
      outcomes {
        __typename
        application {
          __typename
          id
          key
          name
        }
        outcome
        detail
        httpStatus
        durationMs
      }
    }
  }
}
    fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`),Lo=new Q(`
    subscription EventUpdated($connectionId: ID) {
  integrationEventUpdated(connectionId: $connectionId) {
    __typename
    ...EventRow
  }
}
    fragment EventRow on IntegrationEvent {
  __typename
  id
  type
  kind
  subject
  status
  attempt
  nextAttemptAt
  receivedAt
  settledAt
  tenant {
    __typename
    id
    name
  }
  connection {
    __typename
    id
    account
    name
  }
}`),Ro=new Q(`
    query Installations {
  __typename
  installations {
    __typename
    ...InstallationCard
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}`),zo=new Q(`
    query Installation($id: ID!) {
  __typename
  node(id: $id) {
    __typename
    id
    ...InstallationCard
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}`),Bo=new Q(`
    query InstallationSubscriptions($id: ID!, $types: [String!]) {
  __typename
  integrationSubscriptions(
    first: 100
    filter: {installationId: $id, eventTypes: $types, statuses: [ACTIVE]}
  ) {
    __typename
    nodes {
      __typename
      id
      status
      eventType {
        __typename
        name
      }
      connection {
        __typename
        id
        account
        name
      }
    }
    pageInfo {
      __typename
      hasNextPage
    }
  }
}
    `),Vo=new Q(`
    mutation SetAcceptedEventTypes($input: SetAcceptedEventTypesInput!) {
  __typename
  setAcceptedEventTypes(input: $input) {
    __typename
    ...Changed
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}`),Ho=new Q(`
    mutation UpgradeInstallation($input: UpgradeInstallationInput!) {
  __typename
  upgradeInstallation(input: $input) {
    __typename
    ...Changed
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}`),Uo=new Q(`
    mutation SuspendInstallation($id: ID!) {
  __typename
  suspendInstallation(id: $id) {
    __typename
    ...Changed
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}`),Wo=new Q(`
    mutation ResumeInstallation($id: ID!) {
  __typename
  resumeInstallation(id: $id) {
    __typename
    ...Changed
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}
fragment Changed on InstallationPayload {
  __typename
  installation {
    __typename
    ...InstallationCard
  }
  paused {
    __typename
    id
    status
  }
}`),Go=new Q(`
    mutation Uninstall($id: ID!) {
  __typename
  uninstallIntegration(id: $id) {
    __typename
    uninstalledId
  }
}
    `),Ko=new Q(`
    mutation ConnectAccount($input: ConnectAccountInput!) {
  __typename
  connectAccount(input: $input) {
    __typename
    connection {
      __typename
      id
      account
      name
    }
    signingSecret
  }
}
    `),qo=new Q(`
    query Account($id: ID!) {
  __typename
  node(id: $id) {
    __typename
    id
    ... on ConnectedAccount {
      __typename
      account
      name
      disconnectedAt
      installation {
        __typename
        id
        status
        uninstalledAt
        integration {
          __typename
          id
          name
        }
        tenant {
          __typename
          id
          name
        }
      }
    }
  }
}
    `),Jo=new Q(`
    query AccountSubscriptions($id: ID!) {
  __typename
  integrationSubscriptions(first: 100, filter: {connectionId: $id}) {
    __typename
    nodes {
      __typename
      ...SubscriptionRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`),Yo=new Q(`
    query Calls($connectionId: ID!, $pending: Boolean, $first: Int, $after: String, $last: Int, $before: String) {
  __typename
  calls(
    connectionId: $connectionId
    pending: $pending
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    __typename
    nodes {
      __typename
      id
      operation
      requestedAt
      application {
        __typename
        id
        name
      }
      completion {
        __typename
        id
        status
        receivedAt
      }
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`),Xo=new Q(`
    mutation DisconnectAccount($id: ID!) {
  __typename
  disconnectAccount(id: $id) {
    __typename
    disconnectedId
  }
}
    `),Zo=new Q(`
    mutation PutCredential($input: PutCredentialInput!) {
  __typename
  putCredential(input: $input) {
    __typename
    connection {
      __typename
      id
    }
  }
}
    `),Qo=new Q(`
    mutation RotateSecret($input: RotateSigningSecretInput!) {
  __typename
  rotateSigningSecret(input: $input) {
    __typename
    signingSecret
    previousValidUntil
  }
}
    `),$o=new Q(`
    query Notices($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  notifications(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      id
      at
      kind
      message
      subjectId
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`),es=new Q(`
    query Overview($since: DateTime!) {
  __typename
  paused: integrationSubscriptions(first: 5, filter: {statuses: [PAUSED]}) {
    __typename
    nodes {
      __typename
      id
      pauseReason
      pausedAt
      eventType {
        __typename
        name
      }
      connection {
        __typename
        id
        account
        name
      }
    }
    pageInfo {
      __typename
      hasNextPage
    }
  }
  dead: integrationDeliveries(first: 5, filter: {statuses: [DEAD], since: $since}) {
    __typename
    ...OverviewDeliveries
  }
  retrying: integrationDeliveries(
    first: 5
    filter: {statuses: [RETRYING], since: $since}
  ) {
    __typename
    ...OverviewDeliveries
  }
  deadEvents: integrationEvents(
    first: 5
    filter: {statuses: [DEAD], since: $since}
  ) {
    __typename
    ...OverviewEvents
  }
  retryingEvents: integrationEvents(
    first: 5
    filter: {statuses: [RETRYING], since: $since}
  ) {
    __typename
    ...OverviewEvents
  }
  notifications(first: 3) {
    __typename
    nodes {
      __typename
      id
      at
      kind
      subjectId
    }
  }
}
    fragment OverviewDeliveries on IntegrationDeliveryConnection {
  __typename
  nodes {
    __typename
    id
    type
    entityId
    status
    attempt
    nextAttemptAt
    createdAt
  }
  pageInfo {
    __typename
    hasNextPage
  }
}
fragment OverviewEvents on IntegrationEventConnection {
  __typename
  nodes {
    __typename
    id
    type
    subject
    status
    attempt
    nextAttemptAt
    receivedAt
  }
  pageInfo {
    __typename
    hasNextPage
  }
}`),ts=new Q(`
    query Tenants($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  tenants(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      id
      name
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`),ns=new Q(`
    mutation RegisterTenant($input: RegisterTenantInput!) {
  __typename
  registerTenant(input: $input) {
    __typename
    tenant {
      __typename
      id
      name
    }
  }
}
    `),rs=new Q(`
    query Releases($first: Int, $after: String, $last: Int, $before: String) {
  __typename
  releases(first: $first, after: $after, last: $last, before: $before) {
    __typename
    nodes {
      __typename
      id
      version
      declares
      produces
      publishedAt
      integration {
        __typename
        id
        name
        currentRelease {
          __typename
          id
        }
      }
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`),is=new Q(`
    query Publishable {
  __typename
  integrations {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
    }
  }
  eventTypes {
    __typename
    name
    kind
  }
}
    `),as=new Q(`
    mutation PublishRelease($input: PublishReleaseInput!) {
  __typename
  publishRelease(input: $input) {
    __typename
    release {
      __typename
      id
      version
    }
  }
}
    `),os=new Q(`
    query Installable {
  __typename
  tenants(first: 100) {
    __typename
    nodes {
      __typename
      id
      name
    }
  }
  integrations {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
    }
  }
}
    `),ss=new Q(`
    mutation Install($input: InstallIntegrationInput!) {
  __typename
  installIntegration(input: $input) {
    __typename
    installation {
      __typename
      ...InstallationCard
    }
  }
}
    fragment InstallationCard on Installation {
  __typename
  id
  status
  acceptedEventTypes
  uninstalledAt
  tenant {
    __typename
    id
    name
  }
  integration {
    __typename
    id
    key
    name
    currentRelease {
      __typename
      id
      version
      declares
      produces
      publishedAt
    }
  }
  release {
    __typename
    id
    version
    declares
    produces
    publishedAt
  }
  connections {
    __typename
    id
    account
    name
  }
}`),cs=new Q(`
    query Subscriptions($first: Int, $after: String, $last: Int, $before: String, $filter: IntegrationSubscriptionFilter) {
  __typename
  integrationSubscriptions(
    first: $first
    after: $after
    last: $last
    before: $before
    filter: $filter
  ) {
    __typename
    nodes {
      __typename
      ...SubscriptionRow
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`),ls=new Q(`
    query Subscription($id: ID!) {
  __typename
  integrationSubscription(id: $id) {
    __typename
    ...SubscriptionRow
    held
    version
    updatedAt
    replays {
      __typename
      id
      status
      from
      to
      changes
      enqueued
      requestedAt
    }
    eventType {
      __typename
      ...Shape
    }
    installation {
      __typename
      id
      acceptedEventTypes
      release {
        __typename
        id
        version
        declares
      }
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}
fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}`),us=new Q(`
    query SubscriptionDeliveries($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $filter: IntegrationDeliveryFilter) {
  __typename
  integrationSubscription(id: $id) {
    __typename
    id
    deliveries(
      first: $first
      after: $after
      last: $last
      before: $before
      filter: $filter
    ) {
      __typename
      nodes {
        __typename
        ...DeliveryRow
      }
      pageInfo {
        __typename
        ...Page
      }
    }
  }
}
    fragment DeliveryRow on IntegrationDelivery {
  __typename
  id
  type
  entityId
  status
  attempt
  nextAttemptAt
  createdAt
  settledAt
  replay {
    __typename
    id
  }
}
fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`),ds=new Q(`
    query Subscribable {
  __typename
  installations {
    __typename
    id
    status
    acceptedEventTypes
    tenant {
      __typename
      id
      name
    }
    integration {
      __typename
      id
      name
    }
    release {
      __typename
      id
      version
      declares
    }
    connections {
      __typename
      id
      account
      name
    }
  }
  eventTypes(kind: CHANGE) {
    __typename
    ...Shape
  }
}
    fragment Shape on EventType {
  __typename
  name
  kind
  description
  carriesPriorValues
  carriesChangedFields
  fields {
    __typename
    name
    type
    description
  }
}`),fs=new Q(`
    query PreviewFilter($connectionId: ID!, $eventType: String!, $filter: Condition!, $last: Int) {
  __typename
  previewFilter(
    connectionId: $connectionId
    eventType: $eventType
    filter: $filter
    last: $last
  ) {
    __typename
    changeId
    entityId
    occurredAt
    verdict
    reason
  }
}
    `),ps=new Q(`
    mutation CreateSubscription($input: CreateIntegrationSubscriptionInput!) {
  __typename
  createIntegrationSubscription(input: $input) {
    __typename
    subscription {
      __typename
      ...SubscriptionRow
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`),ms=new Q(`
    mutation UpdateSubscription($input: UpdateIntegrationSubscriptionInput!) {
  __typename
  updateIntegrationSubscription(input: $input) {
    __typename
    subscription {
      __typename
      ...SubscriptionRow
      version
      updatedAt
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`),hs=new Q(`
    mutation DeleteSubscription($id: ID!) {
  __typename
  deleteIntegrationSubscription(id: $id) {
    __typename
    deletedId
  }
}
    `),gs=new Q(`
    mutation PauseSubscription($id: ID!) {
  __typename
  pauseIntegrationSubscription(id: $id) {
    __typename
    subscription {
      __typename
      ...SubscriptionRow
      held
      version
      updatedAt
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`),_s=new Q(`
    mutation ResumeSubscription($id: ID!) {
  __typename
  resumeIntegrationSubscription(id: $id) {
    __typename
    subscription {
      __typename
      ...SubscriptionRow
      held
      version
      updatedAt
    }
  }
}
    fragment SubscriptionRow on IntegrationSubscription {
  __typename
  id
  mode
  destinationUrl
  filter
  status
  pauseReason
  pausedAt
  consecutiveDead
  createdAt
  deletedAt
  eventType {
    __typename
    name
  }
  connection {
    __typename
    id
    account
    name
  }
  installation {
    __typename
    id
    status
    integration {
      __typename
      id
      name
    }
    tenant {
      __typename
      id
      name
    }
  }
}`),vs=new Q(`
    mutation TestSubscription($id: ID!) {
  __typename
  testIntegrationSubscription(id: $id) {
    __typename
    attempt {
      __typename
      ...Attempt
    }
  }
}
    fragment Attempt on DeliveryAttempt {
  __typename
  run
  number
  state
  startedAt
  durationMs
  acknowledged
  failure
  httpStatus
  responseExcerpt
  leaseId
}`),ys=new Q(`
    query ReplayEstimate($subscriptionId: ID!, $from: DateTime!, $to: DateTime!) {
  __typename
  replayEstimate(subscriptionId: $subscriptionId, from: $from, to: $to) {
    __typename
    changes
    matching
    capped
  }
}
    `),bs=new Q(`
    mutation StartReplay($input: ReplayIntegrationSubscriptionInput!) {
  __typename
  replayIntegrationSubscription(input: $input) {
    __typename
    replay {
      __typename
      ...Replay
    }
  }
}
    fragment Replay on Replay {
  __typename
  id
  from
  to
  status
  changes
  enqueued
  requestedAt
  completedAt
  subscription {
    __typename
    id
    status
    eventType {
      __typename
      name
    }
    connection {
      __typename
      id
      account
      name
    }
  }
}`),xs=new Q(`
    query Replay($id: ID!) {
  __typename
  node(id: $id) {
    __typename
    id
    ...Replay
  }
}
    fragment Replay on Replay {
  __typename
  id
  from
  to
  status
  changes
  enqueued
  requestedAt
  completedAt
  subscription {
    __typename
    id
    status
    eventType {
      __typename
      name
    }
    connection {
      __typename
      id
      account
      name
    }
  }
}`),Ss=new Q(`
    mutation CancelReplay($id: ID!) {
  __typename
  cancelReplay(id: $id) {
    __typename
    replay {
      __typename
      ...Replay
    }
  }
}
    fragment Replay on Replay {
  __typename
  id
  from
  to
  status
  changes
  enqueued
  requestedAt
  completedAt
  subscription {
    __typename
    id
    status
    eventType {
      __typename
      name
    }
    connection {
      __typename
      id
      account
      name
    }
  }
}`),Cs=new Q(`
    query DeadInWindow($id: ID!, $since: DateTime!, $until: DateTime!) {
  __typename
  integrationSubscription(id: $id) {
    __typename
    id
    deliveries(first: 100, filter: {statuses: [DEAD], since: $since, until: $until}) {
      __typename
      nodes {
        __typename
        id
      }
      pageInfo {
        __typename
        hasNextPage
      }
    }
  }
}
    `),ws=new Q(`
    mutation RetryDeliveries($input: RetryIntegrationDeliveriesInput!) {
  __typename
  retryIntegrationDeliveries(input: $input) {
    __typename
    restarted
  }
}
    `),Ts=new Q(`
    mutation TestDestination($input: TestIntegrationDestinationInput!) {
  __typename
  testIntegrationDestination(input: $input) {
    __typename
    attempt {
      __typename
      ...Attempt
    }
  }
}
    fragment Attempt on DeliveryAttempt {
  __typename
  run
  number
  state
  startedAt
  durationMs
  acknowledged
  failure
  httpStatus
  responseExcerpt
  leaseId
}`),Es=new Q(`
    query History($trail: Trail!, $first: Int, $after: String, $last: Int, $before: String, $subjectId: ID) {
  __typename
  history(
    trail: $trail
    first: $first
    after: $after
    last: $last
    before: $before
    subjectId: $subjectId
  ) {
    __typename
    nodes {
      __typename
      id
      trail
      at
      actor
      action
      subjectId
      before
      after
    }
    pageInfo {
      __typename
      ...Page
    }
  }
}
    fragment Page on PageInfo {
  __typename
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`),Ds=new Q(`
    query HistoryEntry($id: ID!) {
  __typename
  node(id: $id) {
    __typename
    id
    ... on HistoryEntry {
      __typename
      trail
      at
      actor
      action
      subjectId
      before
      after
    }
  }
}
    `),Os=new Q(`
    query Viewer {
  __typename
  viewer {
    __typename
    subject
    kind
    permissions
    tenant {
      __typename
      id
      name
    }
  }
}
    `),ks=new Q(`
    query Health {
  __typename
  dispatcher {
    __typename
    lastPassAt
    silent
    due
    oldestDueSeconds
    scheduled
    inFlight
  }
}
    `);function As(e){return Object.fromEntries(new URLSearchParams(e))}function js(e){let t=new URLSearchParams;for(let[n,r]of Object.entries(e))typeof r==`string`&&r!==``&&t.set(n,r);let n=t.toString().replace(/%2C/g,`,`).replace(/%3A/g,`:`);return n&&`?${n}`}function Ms(e,t){let n=(e??``).split(`,`).filter(Boolean);return t?n.filter(e=>t.includes(e)):n}function Ns(e){return e.length?e.join(`,`):void 0}function Ps(e){if(!e)return;let t=new Date(e);return Number.isNaN(t.getTime())?void 0:t.toISOString()}function Fs(e){return e.before?{last:50,before:e.before}:{first:50,after:e.after}}var Is=kr((0,s.forwardRef)((e,t)=>(0,L.jsx)(`a`,{ref:t,...e})));function $({to:e,search:t,exact:n,...r}){return(0,L.jsx)(Is,{...r,to:e,search:t??{},activeOptions:{exact:n??!1,includeSearch:!1}})}function Ls(){let e=ni({select:e=>e.search}),t=R();return[e,(0,s.useCallback)((e,n)=>void t.navigate({to:`.`,search:(t=>({...t,...e})),replace:n?.replace??!1,resetScroll:!1}),[t])]}function Rs(){let e=R();return(0,s.useCallback)((t,n)=>{n?.replace?e.history.replace(t):e.history.push(t)},[e])}function zs(){return fr({strict:!1}).id}function Bs(e){let t={sub:`/subscriptions`,dlv:`/deliveries`,evt:`/events`,ins:`/installations`,con:`/accounts`,rpl:`/replays`},n=e.slice(0,e.indexOf(`_`));return n===`app`||n===`csm`?`/applications`:t[n]&&`${t[n]}/${e}`}var Vs=[`INTEGRATIONS_READ`,`INTEGRATIONS_MANAGE`,`INTEGRATION_EXECUTIONS_OPERATE`];function Hs(e,t){let n=e.kind===`STAFF`,r=t=>e.kind===`USER`&&e.permissions.includes(t);switch(t){case`read`:return n||Vs.some(r);case`manage`:return r(`INTEGRATIONS_MANAGE`);case`operate`:case`health`:return n||r(`INTEGRATION_EXECUTIONS_OPERATE`);case`trails`:case`installations`:return n||r(`INTEGRATIONS_MANAGE`);case`staff`:return n}}function Us(e,t,n){if(e.kind!==`USER`&&t!==`staff`)return t===`manage`?`${n} is for administrators of the tenant.`:`${n} is for people of a tenant; this token is ${Ws(e)}.`;switch(t){case`read`:return`${n} needs the permission platform.integrations.read.`;case`manage`:case`trails`:case`installations`:return`${n} needs the permission platform.integrations.manage.`;case`operate`:case`health`:return`${n} needs the permission platform.integration-executions.operate.`;case`staff`:return`${n} is for staff.`}}function Ws(e){switch(e.kind){case`USER`:return e.permissions.includes(`INTEGRATIONS_MANAGE`)?`an administrator`:e.permissions.includes(`INTEGRATION_EXECUTIONS_OPERATE`)?`an operator`:`a reader`;case`STAFF`:return`staff`;case`ADAPTER`:return`an adapter`;case`APPLICATION`:return`an application`;case`INTEGRATION`:return`a pull client`;case`SERVICE`:return`a service`}}var Gs=(0,s.createContext)(void 0);function Ks({viewer:e,children:t}){return(0,L.jsx)(Gs,{value:e,children:t})}function qs(){let e=(0,s.useContext)(Gs);if(!e)throw Error(`useViewer outside of ViewerProvider`);return e}function Js(e){return Hs(qs(),e)}var Ys=new Intl.DateTimeFormat(void 0,{day:`numeric`,month:`short`,hour:`2-digit`,minute:`2-digit`,second:`2-digit`,hourCycle:`h23`}),Xs=new Intl.DateTimeFormat(void 0,{dateStyle:`medium`,timeStyle:`medium`,hourCycle:`h23`}),Zs=new Intl.DateTimeFormat(void 0,{hour:`2-digit`,minute:`2-digit`,second:`2-digit`,hourCycle:`h23`}),Qs=Intl.DateTimeFormat().resolvedOptions().timeZone;function $s(e){let t=new Date(e);return(t.getFullYear()===new Date().getFullYear()?Ys:Xs).format(t)}function ec(e){return e.replace(`T`,` `).replace(/Z$/,` UTC`)}function tc({at:e,only:t}){return(0,L.jsx)(`time`,{className:`nowrap`,dateTime:e,title:ec(e),children:t===`clock`?Zs.format(new Date(e)):$s(e)})}function nc(e){let t=Math.max(0,Math.round(e)),n=[[Math.floor(t/86400),`d`],[Math.floor(t/3600)%24,`h`],[Math.floor(t/60)%60,`min`],[t%60,`s`]],r=n.findIndex(([e])=>e>0);return r<0?`0 s`:n.slice(r,r+2).filter(([e])=>e>0).map(([e,t])=>`${e} ${t}`).join(` `)}function rc(e){return e<1e3?`${e} ms`:`${(e/1e3).toFixed(e<1e4?2:1)} s`}var ic=Date.now(),ac=new Set,oc;function sc(e){return ac.size===0&&(ic=Date.now()),ac.add(e),oc??=setInterval(()=>{ic=Date.now();for(let e of ac)e()},1e3),()=>{ac.delete(e),ac.size===0&&(clearInterval(oc),oc=void 0)}}function cc(){return(0,s.useSyncExternalStore)(sc,()=>ic)}function lc({at:e}){let t=(new Date(e).getTime()-cc())/1e3,n=Math.abs(t)<1?`now`:t>0?`in ${nc(t)}`:`${nc(-t)} ago`;return(0,L.jsx)(`time`,{className:`nowrap`,dateTime:e,title:`${$s(e)}, ${ec(e)}`,children:n})}function uc(){let e=Js(`health`);return{allowed:e,...yo(ks,{},{pause:!e,every:1e4})}}var dc=60;function fc(e){return e.silent?{tone:`bad`,words:e.lastPassAt?`The dispatcher is silent: no pass has ended for longer than any may take.`:`The dispatcher has not made a pass yet.`}:e.oldestDueSeconds>dc?{tone:`warn`,words:`Work is late: the oldest has been due for ${nc(e.oldestDueSeconds)}.`}:{tone:`ok`,words:`The dispatcher keeps up.`}}function pc({title:e,from:t,mark:n,about:r,actions:i,children:a}){return(0,s.useEffect)(()=>{document.title=`${e} · Backbeat`},[e]),(0,L.jsxs)(L.Fragment,{children:[(0,L.jsxs)(`div`,{className:`head`,children:[(0,L.jsxs)(`div`,{className:`head-name`,children:[t&&(0,L.jsx)(`p`,{className:`head-path`,children:(0,L.jsx)($,{to:t.to,children:t.name})}),(0,L.jsxs)(`h1`,{children:[e,` `,n]}),r&&(0,L.jsx)(`div`,{className:`head-about`,children:r})]}),i&&(0,L.jsx)(`div`,{className:`row`,children:i})]}),a]})}function mc(e){let t=e.toLowerCase().replace(/_/g,` `);return t[0].toUpperCase()+t.slice(1)}function hc(e){switch(e){case`ADMINISTRATOR`:return`paused by an administrator`;case`CONSECUTIVE_DEAD`:return`fifty deliveries in a row died`;case`ACCEPTANCE_WITHDRAWN`:return`its type is not accepted any more`;default:return`paused`}}function gc({kind:e=`plain`,busy:t,className:n,onClick:r,type:i=`button`,...a}){return(0,L.jsx)(`button`,{...a,type:i,className:`button button-${e}${n?` ${n}`:``}`,"aria-busy":t||void 0,"aria-disabled":t||a[`aria-disabled`],onClick:t?e=>e.preventDefault():r})}function _c({title:e,children:t}){return(0,L.jsxs)(`div`,{className:`state`,children:[(0,L.jsx)(`p`,{className:`state-title`,children:e}),t&&(0,L.jsx)(`div`,{className:`state-words`,children:t})]})}function vc({refusal:e,again:t,what:n,children:r}){return(0,L.jsxs)(`div`,{className:`state`,role:`alert`,children:[(0,L.jsx)(`p`,{className:`state-title`,children:e.code===`FORBIDDEN`?`${n} is not open to you`:`${n} could not be shown`}),(0,L.jsx)(`div`,{className:`state-words`,children:go(e)}),r,t&&e.code!==`FORBIDDEN`&&(0,L.jsx)(gc,{onClick:t,children:`Try again`})]})}function yc({refusal:e,children:t}){return e?(0,L.jsxs)(`div`,{className:`refused`,role:`alert`,children:[(0,L.jsx)(`p`,{children:e.message}),t]}):null}function bc({tone:e=`wait`,children:t}){return(0,L.jsx)(`div`,{className:`note note-${e}`,children:t})}function xc({lines:e=3}){return(0,L.jsx)(`div`,{className:`waiting`,role:`status`,"aria-label":`Loading`,children:Array.from({length:e},(e,t)=>(0,L.jsx)(`span`,{className:`bone`},t))})}var Sc={DELIVERED:[`ok`,`Delivered`],HANDLED:[`ok`,`Handled`],IGNORED:[`mute`,`Ignored`],RETRY:[`warn`,`Asks for another attempt`],UNREACHABLE:[`bad`,`Unreachable`],PENDING:[`wait`,`Pending`],RETRYING:[`warn`,`Retrying`],FAILED:[`bad`,`Failed`],DEAD:[`bad`,`Dead`],NO_CONSUMER:[`mute`,`No consumer`],SKIPPED_FILTER:[`mute`,`Skipped: filter`],SKIPPED_SUSPENDED:[`mute`,`Skipped: suspended`],CANCELLED:[`mute`,`Cancelled`],ACTIVE:[`ok`,`Active`],PAUSED:[`warn`,`Paused`],ENABLED:[`ok`,`Enabled`],SUSPENDED:[`warn`,`Suspended`],QUEUED:[`wait`,`Queued`],RUNNING:[`wait`,`Running`],COMPLETED:[`ok`,`Completed`],CLAIMED:[`wait`,`Under way`],SETTLED:[`mute`,`Settled`],ABANDONED:[`warn`,`Abandoned`],TRUE:[`ok`,`Matches`],FALSE:[`mute`,`Does not match`],UNKNOWN:[`warn`,`Unknown`]};function Cc(e){return Sc[e]?.[1]??e}var wc={ok:`M3 6.2 5.2 8.4 9 3.8`,wait:`M6 3.6V6l1.6 1M6 1.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6`,warn:`M6 3v3.4M6 8.6v.2`,bad:`M3.6 3.6l4.8 4.8M8.4 3.6 3.6 8.4`,mute:`M3.4 6h5.2`};function Tc({of:e,children:t}){let[n,r]=Sc[e]??[`mute`,e];return(0,L.jsx)(Ec,{tone:n,children:t??r})}function Ec({tone:e,children:t}){return(0,L.jsxs)(`span`,{className:`status status-${e}`,children:[(0,L.jsx)(`svg`,{viewBox:`0 0 12 12`,"aria-hidden":`true`,children:(0,L.jsx)(`path`,{d:wc[e]})}),(0,L.jsx)(`span`,{className:`clip`,children:t})]})}function Dc(){let e=Js(`read`);return(0,L.jsx)(pc,{title:`Overview`,children:(0,L.jsx)(`div`,{className:`body stack`,children:e?(0,L.jsx)(kc,{}):(0,L.jsx)(Fc,{})})})}var Oc=864e5;function kc(){let[e]=(0,s.useState)(()=>Date.now()),t=(0,s.useMemo)(()=>new Date(Math.floor((e-Oc)/6e4)*6e4).toISOString(),[e]),{data:n,refusal:r,again:i}=yo(es,{since:t},{every:15e3}),a=uc();return(0,L.jsxs)(L.Fragment,{children:[(0,L.jsx)(Ac,{data:n,health:a,unknown:r!==void 0}),(0,L.jsx)(jc,{...a}),r&&!n?(0,L.jsx)(vc,{refusal:r,again:i,what:`What needs attention`}):(0,L.jsxs)(`div`,{className:`overview-columns`,children:[(0,L.jsx)(Nc,{title:`Paused subscriptions`,to:`/subscriptions`,search:{status:`PAUSED`},of:n?.paused,none:`Every subscription takes changes.`,children:(n?.paused.nodes??[]).map(e=>(0,L.jsxs)(Pc,{to:`/subscriptions/${e.id}`,title:e.eventType.name,side:e.pausedAt&&(0,L.jsx)(lc,{at:e.pausedAt}),children:[e.connection.name??e.connection.account,`: `,hc(e.pauseReason)]},e.id))}),(0,L.jsx)(Nc,{title:`Dead deliveries`,to:`/deliveries`,search:{status:`DEAD`,since:t},of:n?.dead,none:`None in the last 24 hours.`,children:(n?.dead.nodes??[]).map(e=>(0,L.jsx)(Pc,{to:`/deliveries/${e.id}`,title:e.entityId,side:(0,L.jsx)(tc,{at:e.createdAt}),children:e.type},e.id))}),(0,L.jsx)(Nc,{title:`Deliveries being retried`,to:`/deliveries`,search:{status:`RETRYING`,since:t},of:n?.retrying,none:`None in the last 24 hours.`,children:(n?.retrying.nodes??[]).map(e=>(0,L.jsxs)(Pc,{to:`/deliveries/${e.id}`,title:e.entityId,side:e.nextAttemptAt&&(0,L.jsx)(lc,{at:e.nextAttemptAt}),children:[e.type,`, attempt `,e.attempt,` failed`]},e.id))}),(0,L.jsx)(Nc,{title:`Dead events`,to:`/events`,search:{status:`DEAD`,since:t},of:n?.deadEvents,none:`None in the last 24 hours.`,children:(n?.deadEvents.nodes??[]).map(e=>(0,L.jsx)(Pc,{to:`/events/${e.id}`,title:e.subject??`no subject`,side:(0,L.jsx)(tc,{at:e.receivedAt}),children:e.type},e.id))}),(0,L.jsx)(Nc,{title:`Events being retried`,to:`/events`,search:{status:`RETRYING`,since:t},of:n?.retryingEvents,none:`None in the last 24 hours.`,children:(n?.retryingEvents.nodes??[]).map(e=>(0,L.jsxs)(Pc,{to:`/events/${e.id}`,title:e.subject??`no subject`,side:e.nextAttemptAt&&(0,L.jsx)(lc,{at:e.nextAttemptAt}),children:[e.type,`, attempt `,e.attempt,` failed`]},e.id))}),(0,L.jsx)(Nc,{title:`Latest notices`,to:`/notices`,search:{},of:n&&{nodes:n.notifications.nodes,pageInfo:{hasNextPage:!1}},none:`No notice yet.`,children:(n?.notifications.nodes??[]).map(e=>(0,L.jsx)(Pc,{to:e.subjectId&&Bs(e.subjectId)||`/notices`,title:mc(e.kind),side:(0,L.jsx)(tc,{at:e.at})},e.id))})]})]})}function Ac({data:e,health:t,unknown:n}){let r=[],i=`ok`;if(t.data){let e=fc(t.data.dispatcher);e.tone!==`ok`&&(i=e.tone,r.push(e.words))}if(e){let t=(e,t,n,a)=>{e!==0&&(r.push(e===1&&!t?`1 ${n}.`:`${t?`More than ${e}`:e} ${a}.`),i===`ok`&&(i=`warn`))};t(e.paused.nodes.filter(e=>e.pauseReason!==`ADMINISTRATOR`).length,e.paused.pageInfo.hasNextPage,`subscription was paused by Backbeat`,`subscriptions were paused by Backbeat`),t(e.dead.nodes.length,e.dead.pageInfo.hasNextPage,`delivery died in the last 24 hours`,`deliveries died in the last 24 hours`),t(e.deadEvents.nodes.length,e.deadEvents.pageInfo.hasNextPage,`event died in the last 24 hours`,`events died in the last 24 hours`)}let a=!e&&!n,o=n||t.allowed&&t.refusal,s=a?`Looking…`:o?`Not everything is known`:{ok:`All is well`,warn:`Something needs attention`,bad:`Something is wrong`,wait:``}[i],c=t.allowed?`The dispatcher keeps up, and nothing died in the last 24 hours.`:`Nothing died in the last 24 hours.`;return(0,L.jsxs)(`section`,{className:`verdict verdict-${a?`wait`:o&&i===`ok`?`warn`:i}`,"aria-label":`Verdict`,"aria-busy":a,children:[(0,L.jsx)(`h2`,{children:s}),(0,L.jsx)(`p`,{children:a?`\xA0`:r.join(` `)||(o?`Something could not be asked; see below.`:c)})]})}function jc({allowed:e,data:t,refusal:n,again:r}){let i=qs();if(!e)return(0,L.jsx)(`section`,{className:`dispatcher dispatcher-shut`,"aria-label":`Dispatcher`,children:(0,L.jsx)(`p`,{className:`quiet`,children:Us(i,`health`,`The dispatcher's health`)})});if(n&&!t)return(0,L.jsx)(vc,{refusal:n,again:r,what:`The dispatcher's health`});let a=t?.dispatcher,o=e=>e===void 0?`–`:e>=1e4?`10,000 or more`:e.toLocaleString();return(0,L.jsxs)(`section`,{className:`dispatcher`,"aria-label":`Dispatcher`,children:[(0,L.jsx)(Mc,{name:`Last pass`,children:a?a.lastPassAt?(0,L.jsx)(lc,{at:a.lastPassAt}):`none yet`:`–`}),(0,L.jsx)(Mc,{name:`Due now`,children:o(a?.due)}),(0,L.jsx)(Mc,{name:`Oldest due`,children:a?a.due>0?`for ${nc(a.oldestDueSeconds)}`:`nothing is due`:`–`}),(0,L.jsx)(Mc,{name:`In flight`,children:o(a?.inFlight)}),(0,L.jsx)(Mc,{name:`Scheduled for later`,children:o(a?.scheduled)})]})}function Mc({name:e,children:t}){return(0,L.jsxs)(`dl`,{className:`measure`,children:[(0,L.jsx)(`dt`,{children:e}),(0,L.jsx)(`dd`,{children:t})]})}function Nc({title:e,to:t,search:n,of:r,none:i,children:a}){return(0,L.jsxs)(`section`,{className:`panel`,"aria-label":e,children:[(0,L.jsxs)(`h2`,{children:[(0,L.jsx)($,{to:t,search:n,children:e}),r&&(0,L.jsx)(`span`,{className:`panel-count`,children:r.pageInfo.hasNextPage?`${r.nodes.length}+`:r.nodes.length||``})]}),r?r.nodes.length===0?(0,L.jsx)(`p`,{className:`quiet panel-none`,children:i}):(0,L.jsx)(`ul`,{children:a}):(0,L.jsx)(xc,{lines:2})]})}function Pc({to:e,title:t,side:n,children:r}){return(0,L.jsxs)(`li`,{className:`panel-item`,children:[(0,L.jsx)($,{to:e,className:`clip`,children:t}),(0,L.jsx)(`span`,{className:`quiet small clip`,children:r}),(0,L.jsx)(`span`,{className:`quiet small nowrap`,children:n})]})}function Fc(){let e=qs();return(0,L.jsxs)(`section`,{className:`stack`,children:[(0,L.jsxs)(`p`,{children:[`You are signed in as `,Ws(e),`: `,(0,L.jsx)(`strong`,{children:e.subject}),`. `,(0,L.jsx)(Tc,{of:`ACTIVE`,children:`Token works`})]}),(0,L.jsxs)(`p`,{className:`quiet`,children:[`The places at the side are what this kind of token may see. Traffic of a whole tenant is for people of that tenant and for staff; everything else that this token may do is in the `,(0,L.jsx)(`a`,{href:`/playground`,children:`playground`}),`.`]})]})}function Ic(){return(0,L.jsx)(pc,{title:`Nothing is here`,children:(0,L.jsxs)(_c,{title:`This address leads nowhere`,children:[`It may have been cut short. `,(0,L.jsx)($,{to:`/`,children:`Go to the overview`})]})})}function Lc({what:e,to:t,name:n}){return(0,L.jsx)(pc,{title:`No such ${e}`,from:{to:t,name:n},children:(0,L.jsxs)(_c,{title:`There is no ${e} with this id that you may see`,children:[`It may belong to another tenant, or its time of retention is over. `,(0,L.jsxs)($,{to:t,children:[`All `,n.toLowerCase()]})]})})}function Rc({error:e}){return(0,L.jsxs)(`div`,{className:`state`,role:`alert`,children:[(0,L.jsx)(`p`,{className:`state-title`,children:`This screen could not be shown`}),(0,L.jsx)(`p`,{className:`state-words`,children:e instanceof Error?e.message:String(e)}),(0,L.jsx)(gc,{onClick:()=>location.reload(),children:`Load it again`})]})}var zc=(0,s.createContext)(void 0),Bc=`backbeat.token`;function Vc({children:e}){let[t,n]=(0,s.useState)(()=>sessionStorage.getItem(Bc)??void 0),[r,a]=(0,s.useState)(),o=(0,s.useCallback)(e=>{sessionStorage.setItem(Bc,e),a(void 0),n(e)},[]),c=(0,s.useCallback)(e=>{for(let e of Object.keys(sessionStorage))(e===Bc||e===`backbeat.oidc`||e.startsWith(`oidc.`))&&sessionStorage.removeItem(e);a(e),n(void 0)},[]),l=(0,s.useMemo)(()=>co({token:()=>t,refused:()=>c(`You were signed out: the token is unknown, expired or revoked.`)}),[t,c]);(0,s.useEffect)(()=>{if(!t)return;let e;return sessionStorage.getItem(`backbeat.oidc`)&&i(()=>import(`./oidc-B6LVvF3n.js`).then(t=>e=t.renew(o)),__vite__mapDeps([0,1,2,3,4])),()=>e?.()},[t,o]);let u=(0,s.useMemo)(()=>({token:t,notice:r,signIn:o,signOut:c}),[t,r,o,c]);return(0,L.jsx)(zc,{value:u,children:(0,L.jsx)(Ra,{value:l,children:e})})}function Hc(){let e=(0,s.useContext)(zc);if(!e)throw Error(`useSession outside of SessionProvider`);return e}var Uc=e=>Hs(e,`read`)||e.kind===`ADAPTER`||e.kind===`APPLICATION`,Wc=[{title:`Traffic`,places:[{to:`/`,name:`Overview`},{to:`/subscriptions`,name:`Subscriptions`,open:`read`},{to:`/deliveries`,name:`Deliveries`,open:`read`},{to:`/events`,name:`Events`,open:Uc},{to:`/live`,name:`Live tail`,open:Uc}]},{title:`Directory`,places:[{to:`/installations`,name:`Installations`},{to:`/applications`,name:`Applications`},{to:`/catalog`,name:`Catalog`}]},{title:`Records`,places:[{to:`/notices`,name:`Notices`,open:`read`},{to:`/trails`,name:`Trails`,open:`trails`}]},{title:`Staff`,places:[{to:`/staff/unclaimed`,name:`Unclaimed events`,open:`staff`},{to:`/staff/dead`,name:`Dead events`,open:`staff`},{to:`/staff/tenants`,name:`Tenants`,open:`staff`},{to:`/staff/releases`,name:`Releases`,open:`staff`}]}];function Gc(){let{pathname:e}=ni(),[t,n]=(0,s.useState)(!1),r=(0,s.useRef)(null),i=(0,s.useRef)(e);return(0,s.useEffect)(()=>{n(!1),i.current!==e&&(i.current=e,r.current?.focus({preventScroll:!0}))},[e]),(0,L.jsxs)(`div`,{className:`shell`,onKeyDown:e=>e.key===`Escape`&&n(!1),children:[(0,L.jsx)(`a`,{className:`shell-skip`,href:`#content`,onClick:e=>(e.preventDefault(),r.current?.focus()),children:`Skip to the content`}),(0,L.jsxs)(`header`,{className:`shell-bar`,children:[(0,L.jsxs)($,{to:`/`,className:`shell-name`,children:[(0,L.jsx)(`img`,{src:`/favicon.svg`,alt:``,width:`22`,height:`22`}),`Backbeat`]}),(0,L.jsx)(`button`,{type:`button`,className:`button button-quiet shell-menu`,"aria-expanded":t,"aria-controls":`places`,onClick:()=>n(!t),children:t?`Close`:`Menu`})]}),(0,L.jsx)(Kc,{open:t}),(0,L.jsx)(`main`,{id:`content`,ref:r,tabIndex:-1,children:(0,L.jsx)(Kr,{})})]})}function Kc({open:e}){let t=qs(),{signOut:n}=Hc(),r=e=>!e.open||(typeof e.open==`string`?Hs(t,e.open):e.open(t));return(0,L.jsxs)(`div`,{id:`places`,className:`shell-places`,"data-open":e,children:[(0,L.jsx)(`nav`,{"aria-label":`Console`,children:Wc.map(({title:e,places:t})=>{let n=t.filter(r);return n.length>0&&(0,L.jsxs)(`section`,{"aria-label":e,children:[(0,L.jsx)(`p`,{className:`shell-group`,"aria-hidden":`true`,children:e}),(0,L.jsx)(`ul`,{children:n.map(e=>(0,L.jsx)(`li`,{children:(0,L.jsx)($,{to:e.to,className:`shell-place`,exact:e.to===`/`,children:e.name})},e.to))})]},e)})}),(0,L.jsxs)(`aside`,{className:`shell-foot`,"aria-label":`You`,children:[(0,L.jsx)(qc,{}),(0,L.jsxs)(`div`,{className:`shell-viewer`,children:[(0,L.jsx)(`p`,{className:`clip`,title:t.subject,children:t.subject}),(0,L.jsxs)(`p`,{className:`quiet small clip`,children:[Ws(t),t.tenant&&(0,L.jsxs)(L.Fragment,{children:[` · `,t.tenant.name]})]})]}),(0,L.jsxs)(`div`,{className:`row`,children:[(0,L.jsx)(`button`,{type:`button`,className:`button button-quiet`,onClick:()=>n(),children:`Sign out`}),(0,L.jsx)(`a`,{className:`button button-quiet`,href:`/playground`,children:`Playground`})]}),(0,L.jsxs)(`p`,{className:`quiet small`,title:`Hover over a time to see it in UTC`,children:[`Times are in `,Qs]})]})]})}function qc(){let{allowed:e,data:t,refusal:n}=uc();if(!e)return null;let{tone:r,words:i}=t?fc(t.dispatcher):n?{tone:`bad`,words:`The dispatcher's health is not known.`}:{tone:`mute`,words:`…`},a={ok:`Dispatcher keeps up`,warn:`Work is late`,bad:`Dispatcher needs help`,mute:`Dispatcher`}[r];return(0,L.jsxs)($,{to:`/`,className:`pulse pulse-${r}`,title:i,children:[(0,L.jsx)(`span`,{className:`pulse-dot`,"aria-hidden":`true`}),a]})}var Jc=Fr({component:Gc,notFoundComponent:Ic}),Yc=Object.entries({"/subscriptions":()=>i(()=>import(`./Subscriptions-Bm8sAKNH.js`),__vite__mapDeps([5,2,3,6,7,8,1,4,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30])),"/subscriptions/$id":()=>i(()=>import(`./Subscription-Cz-n6szE.js`),__vite__mapDeps([31,2,25,3,24,28,29,20,22,7,8,1,4,9,10,11,12,23,21,14,15,16,17,18,19,26,27,30,6,13,32,33])),"/deliveries":()=>i(()=>import(`./Deliveries-BhpMIJkn.js`),__vite__mapDeps([34,2,3,6,7,8,1,4,9,10,11,12,13,14,15,16,17,18,19,20,32])),"/deliveries/$id":()=>i(()=>import(`./Delivery-CrIUC0Xe.js`),__vite__mapDeps([35,2,3,36,1,4,25,24,37,38,28,29,20,27])),"/replays/$id":()=>i(()=>import(`./Replay-BdWx4JUM.js`),__vite__mapDeps([39,2,3,11,10,25,24,28,29,20,40])),"/events":()=>i(()=>import(`./Events-7BBOeOh4.js`),__vite__mapDeps([41,2,3,6,7,8,1,4,9,10,11,12,13,14,15,16,17,18,19,20,42])),"/events/$id":()=>i(()=>import(`./Event-BG7juZxI.js`),__vite__mapDeps([43,36,2,3,1,4,25,24,37,38,28,29,20])),"/live":()=>i(()=>import(`./Live-5TZXrmbG.js`),__vite__mapDeps([44,2,3,36,1,4,6,7,8,9,10,11,12,13,20,45])),"/installations":()=>i(()=>import(`./Installations-q3b4ct4z.js`),__vite__mapDeps([46,2,14,8,3,1,4,9,10,11,15,16,17,18,19,47,48,22,7,12,23,24])),"/installations/$id":()=>i(()=>import(`./Installation-BOHQJ2-s.js`),__vite__mapDeps([49,2,25,3,24,28,29,20,47,15,11,10,8,1,4,9,48,22,7,12,23,50,51])),"/accounts/$id":()=>i(()=>import(`./Account-BvCPcPPL.js`),__vite__mapDeps([52,2,3,25,24,6,7,8,1,4,9,10,11,12,13,14,15,16,17,18,19,28,29,20,22,23,50,51])),"/catalog":()=>i(()=>import(`./Catalog-ZN7FCPyk.js`),__vite__mapDeps([53,2,22,3,7,8,1,4,9,10,11,12,23,24,6,13,14,15,16,17,18,19,47,48,26,54])),"/applications":()=>i(()=>import(`./Applications-C3nyt_0L.js`),__vite__mapDeps([55,2,3,25,24,22,7,8,1,4,9,10,11,12,23,14,15,16,17,18,19])),"/trails":()=>i(()=>import(`./Trails-D75A7r5E.js`),__vite__mapDeps([56,2,3,25,24,22,7,8,1,4,9,10,11,12,23,6,13,37,38,14,15,16,17,18,19,28,29,57])),"/notices":()=>i(()=>import(`./Notices-PZIihfM5.js`),__vite__mapDeps([58,2,3,17,18,59])),"/staff/unclaimed":()=>i(()=>import(`./Unclaimed-DNAh8r-I.js`),__vite__mapDeps([60,2,3,14,8,1,4,9,10,11,15,16,17,18,19,42,20])),"/staff/dead":()=>i(()=>import(`./Dead-BcEJBIdL.js`),__vite__mapDeps([61,2,3,14,8,1,4,9,10,11,15,16,17,18,19,42,20])),"/staff/tenants":()=>i(()=>import(`./Tenants-C8x5oUJO.js`),__vite__mapDeps([62,2,3,25,24,22,7,8,1,4,9,10,11,12,23,14,15,16,17,18,19])),"/staff/releases":()=>i(()=>import(`./Releases-B1sha6u2.js`),__vite__mapDeps([63,2,3,25,24,14,8,1,4,9,10,11,15,16,17,18,19,22,7,12,23]))}).map(([e,t])=>Nr({getParentRoute:()=>Jc,path:e,component:Ir(t),validateSearch:e=>e})),Xc=Qr({routeTree:Jc.addChildren([Nr({getParentRoute:()=>Jc,path:`/`,component:Dc}),...Yc]),parseSearch:As,stringifySearch:js,defaultPreload:`intent`,scrollRestoration:!0,defaultErrorComponent:Rc,defaultPendingMs:1e3});function Zc(){let{notice:e,signIn:t}=Hc(),[n,r]=(0,s.useState)(``),[i,a]=(0,s.useState)(!1),[c,l]=(0,s.useState)(),[u,d]=(0,s.useState)(!1),[f,p]=(0,s.useState)(),m=(0,s.useId)();(0,s.useEffect)(()=>{document.title=`Sign in · Backbeat`,o().then(p)},[]);let h=async e=>{d(!0),l(void 0);let n=await tl(e);d(!1),n?l(n):t(e)};return(0,L.jsx)(`main`,{className:`sign-in`,children:(0,L.jsxs)(`div`,{className:`sign-in-card`,children:[(0,L.jsxs)(`h1`,{children:[(0,L.jsx)(`img`,{src:`/favicon.svg`,alt:``,width:`28`,height:`28`}),`Backbeat`]}),(0,L.jsx)(`p`,{className:`quiet`,children:`Events and changes, on their way to applications and integrations.`}),e&&(0,L.jsx)(`p`,{className:`note note-warn`,role:`status`,children:e}),f?.oidc&&(0,L.jsx)(Qc,{oidc:f.oidc}),(0,L.jsxs)(`form`,{onSubmit:e=>{e.preventDefault();let t=n.trim().replace(/^Bearer\s+/i,``);t?h(t):l(`Paste a token first.`)},noValidate:!0,children:[(0,L.jsx)(`label`,{htmlFor:m,children:`Token`}),(0,L.jsxs)(`div`,{className:`sign-in-token`,children:[(0,L.jsx)(`input`,{id:m,type:i?`text`:`password`,value:n,onChange:e=>r(e.target.value),autoComplete:`off`,spellCheck:!1,autoFocus:!0,"aria-invalid":c?!0:void 0,"aria-describedby":`${m}-about ${m}-fault`}),(0,L.jsx)(gc,{kind:`quiet`,"aria-pressed":i,onClick:()=>a(!i),children:i?`Hide`:`Show`})]}),(0,L.jsx)(`p`,{id:`${m}-fault`,className:`sign-in-fault`,role:c?`alert`:void 0,children:c}),(0,L.jsxs)(`p`,{id:`${m}-about`,className:`quiet small`,children:[`Made with `,(0,L.jsx)(`code`,{children:`backbeat token create`}),`. It stays in this tab and is gone when you close it.`]}),(0,L.jsx)(gc,{type:`submit`,kind:`primary`,busy:u,children:`Sign in`})]}),f?.dev&&(0,L.jsx)(el,{tokens:f.dev.tokens,enter:e=>void h(e),busy:u})]})})}function Qc({oidc:e}){let[t,n]=(0,s.useState)(),r=()=>i(()=>import(`./oidc-B6LVvF3n.js`).then(e=>e.begin(location.pathname+location.search)),__vite__mapDeps([0,1,2,3,4])).catch(t=>n(`${new URL(e.issuer).host} could not be reached: ${t.message}`));return(0,L.jsxs)(`div`,{className:`sign-in-issuer`,children:[(0,L.jsxs)(gc,{kind:`primary`,onClick:()=>void r(),children:[`Sign in with `,new URL(e.issuer).host]}),(0,L.jsx)(`p`,{className:`sign-in-fault`,role:t?`alert`:void 0,children:t}),(0,L.jsx)(`p`,{className:`sign-in-or quiet small`,children:`or with a token`})]})}var $c={admin:`Administrator`,operator:`Operator`,reader:`Reader`,staff:`Staff`,otherAdmin:`Administrator of the other tenant`};function el({tokens:e,enter:t,busy:n}){return(0,L.jsxs)(`section`,{className:`sign-in-dev`,"aria-labelledby":`dev-tokens`,children:[(0,L.jsx)(`h2`,{id:`dev-tokens`,children:`Development: come in as`}),(0,L.jsx)(`div`,{className:`row`,children:Object.entries($c).map(([r,i])=>e[r]&&(0,L.jsx)(gc,{disabled:n,onClick:()=>t(e[r]),children:i},r))})]})}async function tl(e){try{let t=await fetch(so,{method:`POST`,headers:{Accept:`application/graphql-response+json`,"Content-Type":`application/json`,Authorization:`Bearer ${e}`},body:JSON.stringify({query:uo(Os)})});return t.ok?void 0:t.status===401?`This token is unknown, expired or revoked.`:`Backbeat answered ${t.status}. Try again in a little while.`}catch{return`Backbeat could not be reached. Check the connection and try again.`}}var nl,rl,il=new Set;function al(e){nl=e;for(let e of il)e()}function ol(e,t=`ok`){clearTimeout(rl),al({text:e,tone:t,number:(nl?.number??0)+1}),rl=setTimeout(()=>al(void 0),5e3)}function sl(e){return il.add(e),()=>void il.delete(e)}function cl(){let e=(0,s.useSyncExternalStore)(sl,()=>nl);return(0,L.jsx)(`div`,{className:`announcements`,role:`status`,"aria-live":`polite`,children:e&&(0,L.jsx)(`p`,{"data-tone":e.tone,children:e.text},e.number)})}var ll=(0,s.lazy)(()=>i(()=>import(`./Callback-BNkaVSoM.js`),__vite__mapDeps([64,2,3,0,1,4])));function ul(){return(0,L.jsxs)(Vc,{children:[(0,L.jsx)(dl,{}),(0,L.jsx)(cl,{})]})}function dl(){let{token:e}=Hc();return location.pathname===`/sign-in/callback`?(0,L.jsx)(s.Suspense,{children:(0,L.jsx)(ll,{})}):e?(0,L.jsx)(fl,{}):(0,L.jsx)(Zc,{})}function fl(){let{data:e,refusal:t,again:n}=yo(Os,{}),{signOut:r}=Hc();return e?(0,L.jsx)(Ks,{viewer:e.viewer,children:(0,L.jsx)(ti,{router:Xc})}):t?(0,L.jsxs)(`main`,{children:[(0,L.jsx)(vc,{refusal:t,again:n,what:`The console`}),(0,L.jsx)(`p`,{className:`state`,children:(0,L.jsx)(`button`,{type:`button`,className:`button button-quiet`,onClick:()=>r(),children:`Sign out`})})]}):null}(0,ri.createRoot)(document.getElementById(`root`)).render((0,L.jsx)(s.StrictMode,{children:(0,L.jsx)(ul,{})}));export{Es as $,Ns as A,ts as At,Ko as B,_o as Bt,Us as C,Vo as Ct,zs as D,ls as Dt,Rs as E,us as Et,Oo as F,ms as Ft,ko as G,oo as Gt,Fo as H,so as Ht,Co as I,Ho as It,Xo as J,nr as Jt,Ao as K,eo as Kt,Yo as L,xo as Lt,Ms as M,vs as Mt,qo as N,Po as Nt,Ls as O,cs as Ot,Jo as P,Go as Pt,No as Q,Ss as R,yo as Rt,qs as S,Qo as St,Bs as T,ds as Tt,Cs as U,Xa as Ut,ps as V,vo as Vt,hs as W,$a as Wt,Do as X,Io as Y,R as Yt,Lo as Z,tc as _,ys as _t,Tc as a,Ro as at,Hs as b,ws as bt,vc as c,fs as ct,xc as d,Zo as dt,Ds as et,gc as f,wo as ft,lc as g,xs as gt,pc as h,rs as ht,Ec as i,Bo as it,Fs as j,Ts as jt,Ps as k,Uo as kt,bc as l,as as lt,mc as m,ns as mt,Hc as n,os as nt,Cc as o,$o as ot,hc as p,Eo as pt,Mo as q,to as qt,Lc as r,zo as rt,_c as s,gs as st,ol as t,ss as tt,yc as u,is as ut,$s as v,Wo as vt,$ as w,bs as wt,Js as x,jo as xt,rc as y,_s as yt,To as z,ho as zt};